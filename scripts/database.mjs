import { build } from './build.mjs'
import { install } from './install.mjs'
import { project } from './project.mjs'
import { step } from './steps.mjs'

/** Opens the database that the settings name: the portal may be running on it (`visit`), or must not be. */
export async function openDatabase({ visit, needed }) {
  await install({ everything: false })
  await build()
  const backup = await import('../dist/database/backup.js')
  const { readSettings } = await import('../dist/server/settings.js')
  const settings = readSettings(process.env)
  const key = settings.BACKUP_KEY
  if (!needed) return { backup, key, stop: async () => {} }
  const address = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  if (address) return { backup, key, address, stop: async () => {} }
  const { defaultDataDir, openEmbedded, visitEmbedded } = await import('../dist/database/embedded.js')
  const dataDir = settings.DATA_DIR ?? defaultDataDir(project, 'data')
  const { url, stop } = await (visit ? visitEmbedded : openEmbedded)({ dataDir, step })
  return { backup, key, address: url, stop }
}

export function printRowCounts(title, counts) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0)
  console.log(`\n  ${title}`)
  for (const [table, count] of shown) console.log(`    ${String(count).padStart(9)}  ${table.replaceAll('_', ' ')}`)
}
