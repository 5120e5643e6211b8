import { readFileSync } from 'node:fs'

/** The package.json: from here, two folders up in the sources and three in the build. */
const file = new URL(import.meta.url.endsWith('.js') ? '../../../package.json' : '../../package.json', import.meta.url)

/** The version in package.json. */
export const { version: release } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
