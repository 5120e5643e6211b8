import { createTestDatabase } from './database.ts'
import { openPortal, type PortalOptions } from './open-portal.ts'

export type { Caller, Portal, PortalOptions } from './open-portal.ts'

/** The whole server on a database of its own. */
export async function startPortal(options: PortalOptions = {}) {
  return openPortal(await createTestDatabase(), options)
}
