import { type ChildProcessByStdio, spawn } from 'node:child_process'
import fs from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

let guardian: ChildProcessByStdio<Writable, null, null> | undefined

function tell(line: string) {
  guardian ??= start()
  guardian.stdin.write(`${line}\n`)
}

function start() {
  const program = fileURLToPath(new URL('./guardian.mjs', import.meta.url))
  // The guardian has a process group of its own: Ctrl-C is for the processes that it guards.
  const child = spawn(process.execPath, [program], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  ;(child.stdin as Socket).unref()
  // A worker of Vitest would go on with its test after Vitest itself was killed.
  process.once('disconnect', () => process.exit())
  return child
}

/**
 * A new folder that the account of PostgreSQL can reach. When this process ends, in whatever way, the folder is removed, and all processes
 * that work in it are ended.
 */
export function guardedFolder(prefix: string): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), prefix))
  fs.chmodSync(folder, 0o711)
  tell(`folder ${folder}`)
  return folder
}

/** Guards a process that was started `detached`, with its children: it ends with this process. */
export function guardGroup(pid: number) {
  tell(`group ${pid}`)
  return { over: () => tell(`over ${pid}`) }
}
