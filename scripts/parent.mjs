import fs from 'node:fs'

/**
 * Ends this process in order when the npm that started it is gone. npm runs its scripts through a shell that does not pass
 * signals on: `kill` on npm ends npm and the shell, and would leave the server running.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const atStart = lineage()
  setInterval(() => {
    if (lineage() !== atStart) process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}

/** The numbers of the processes above this one, up to npm. */
function lineage() {
  const parent = process.ppid
  if (process.platform !== 'linux' || isNpm(parent)) return String(parent)
  return `${parent} ${parentOf(parent)}`
}

function isNpm(pid) {
  return read(`/proc/${pid}/comm`).startsWith('npm')
}

function parentOf(pid) {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
