import fs from 'node:fs'
import path from 'node:path'
import { project } from './project.mjs'
import { CannotStart } from './steps.mjs'

const file = path.join(project, 'node_modules', 'postgres', 'src', 'connection.js')

/**
 * The driver (postgres 3.4.9) ends the whole process when a transaction writes to a connection that has just closed, and can never
 * use a connection again that closed with something still to write. Both are known to its makers and not mended yet: see
 * docs/decisions/0010-repaired-driver.md. faults/ fails without this.
 */
const repairs = [
  {
    what: 'a write to a closed connection fails that query and nothing else',
    before: 'function nextWrite(fn) {\n    const x = socket.write(chunk, fn)',
    after: `function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    what: 'what a closed connection had still to write is forgotten',
    before: 'clearImmediate(nextWriteTimer)\n    socket.removeListener(',
    after: 'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener(',
  },
]

export function repairDriver() {
  const text = fs.readFileSync(file, 'utf8')
  const repaired = repairs.reduce(repair, text)
  if (repaired === text) return
  const beside = `${file}.${process.pid}`
  try {
    // Moved into place: another start never reads half of it.
    fs.writeFileSync(beside, repaired)
    fs.renameSync(beside, file)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    throw new CannotStart(`This user may not repair ${file}. Run npm run build as its owner.`)
  }
}

function repair(text, { what, before, after }) {
  if (text.includes(after)) return text
  if (text.split(before).length === 2) return text.replace(before, () => after)
  throw new Error(`The driver has changed, and no longer has the place to mend so that ${what}: see scripts/repair-driver.mjs.`)
}
