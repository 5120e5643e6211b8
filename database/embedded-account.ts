import fs from 'node:fs'
import path from 'node:path'

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** The account as which PostgreSQL has to run; undefined for that of the portal itself. */
export function accountFor(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  // The owner of existing files keeps running them, even if a `postgres` user was added to the machine since.
  const files = fs.statSync(clusterDir, { throwIfNoEntry: false })
  if (files && files.uid !== 0) return { name: `number ${files.uid}`, uid: files.uid, gid: files.gid }
  return systemAccount()
}

export function systemAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) return undefined
  const [name = '', , uid, gid] = found
  return { name, uid: Number(uid), gid: Number(gid) }
}

/** The first folder on the way to `target` (itself included) that keeps the account out, if any. */
export function blockedAt(target: string, account: Account): string | undefined {
  for (const folder of wayTo(target)) {
    const entry = fs.statSync(folder, { throwIfNoEntry: false })
    // A folder that does not exist yet will be made by the portal, for that account.
    if (!entry) return undefined
    const bit = entry.uid === account.uid ? 0o100 : entry.gid === account.gid ? 0o010 : 0o001
    if (!(entry.mode & bit)) return folder
  }
  return undefined
}

function wayTo(target: string): string[] {
  const real = realPath(target)
  const parent = path.dirname(real)
  return parent === real ? [real] : [...wayTo(parent), real]
}

/** The path without symbolic links, also when its last parts do not exist yet. */
export function realPath(target: string): string {
  try {
    return fs.realpathSync(target)
  } catch {
    const parent = path.dirname(target)
    return parent === target ? target : path.join(realPath(parent), path.basename(target))
  }
}

/** Makes a folder that other users may pass through (not list), whatever the umask is. */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder)
    fs.chmodSync(folder, 0o711)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  }
}
