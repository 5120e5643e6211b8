import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

// The standard input ends when the process that started this one is gone, even by SIGKILL. Lines on it: folder PATH, group PID, over PID.

const folders = new Set()
const groups = new Set()

for await (const line of createInterface({ input: process.stdin })) {
  const [word, rest] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
  if (word === 'folder') folders.add(rest)
  if (word === 'group') groups.add(Number(rest))
  if (word === 'over') groups.delete(Number(rest))
}

for (const group of groups) kill(-group)
for (const folder of folders) await remove(folder)

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

async function remove(folder) {
  for (let found = workingIn(folder); found.length > 0; found = workingIn(folder)) {
    for (const pid of found) kill(pid)
    await pause(50)
  }
  for (const mount of mounts(folder)) spawnSync('umount', ['-l', mount])
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The processes that work in a folder: those of PostgreSQL all work in its data folder. */
function workingIn(folder) {
  return processes().filter((pid) => {
    try {
      const place = fs.readlinkSync(`/proc/${pid}/cwd`)
      return place === folder || place.startsWith(`${folder}/`)
    } catch {
      return false
    }
  })
}

function processes() {
  return fs.existsSync('/proc')
    ? fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []
}

function mounts(folder) {
  if (!fs.existsSync('/proc/mounts')) return []
  return fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount === folder || mount.startsWith(`${folder}/`))
}
