import { readdirSync } from 'node:fs'
import type { EditableCalls } from '../contract/editable.ts'
import type { Endpoint } from '../contract/endpoint.ts'

const contract = new URL('../contract/', import.meta.url)

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported
}

function isEditable(exported: unknown): exported is EditableCalls {
  return typeof exported === 'object' && exported !== null && 'listRemoved' in exported
}

async function exportsOfContract(): Promise<unknown[]> {
  const files = readdirSync(contract).filter((file) => /^[a-z-]+\.ts$/.test(file))
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, contract).href)))
  return modules.flatMap((exports) => Object.values(exports))
}

/** The editable lists (rows are added, edited, removed and restored) that the files of the contract declare. */
export async function editableLists(): Promise<EditableCalls[]> {
  return (await exportsOfContract()).filter(isEditable)
}

/** Every endpoint that a file of the contract exports. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const all = await exportsOfContract()
  return [...all, ...all.filter(isEditable).flatMap((calls) => Object.values(calls))].filter(isEndpoint)
}
