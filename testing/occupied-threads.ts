import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Occupies every thread of Node.js's pool, where passwords are hashed, until `release` is called: work that needs a thread waits, and
 * everything else continues. A thread that opens a pipe waits until its other end is opened.
 */
export function occupyThreads() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-threads-'))
  const pipes = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, (_, index) =>
    path.join(folder, String(index)),
  )
  spawnSync('mkfifo', pipes)
  const opened = pipes.map((pipe) => fs.promises.open(pipe, 'r'))
  let isOccupied = true
  return {
    async release() {
      if (!isOccupied) return
      isOccupied = false
      // Opening both ends at once does not wait.
      const ends = pipes.map((pipe) => fs.openSync(pipe, 'r+'))
      for (const file of await Promise.all(opened)) await file.close()
      for (const end of ends) fs.closeSync(end)
      fs.rmSync(folder, { recursive: true })
    },
  }
}
