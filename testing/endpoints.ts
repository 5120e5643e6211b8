import { readdirSync } from 'node:fs'
import type { Endpoint } from '../contract/endpoint.ts'

const contract = new URL('../contract/', import.meta.url)

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported
}

/** Every endpoint that a file of the contract exports. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contract).filter((file) => /^[a-z-]+\.ts$/.test(file))
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, contract).href)))
  return modules.flatMap((exports) => Object.values(exports)).filter(isEndpoint)
}
