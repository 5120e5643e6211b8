import fs from 'node:fs'
import path from 'node:path'
import { project } from './project.mjs'
import { CannotStart } from './steps.mjs'

const sources = path.join(project, 'node_modules', 'postgres', 'src')

/**
 * The driver (postgres 3.4.9) ends the whole process when a transaction writes to a connection that has just closed, and can never
 * use a connection again that closed with something still to write; its lists of free connections grow with every query as long as
 * one of them is free; and it asks all of them in turn, each with cold memory, where one would do. See
 * docs/decisions/0010-repaired-driver.md. faults/ and database/driver.test.ts fail without this.
 */
const repairs = [
  {
    file: 'connection.js',
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
    file: 'connection.js',
    what: 'what a closed connection had still to write is forgotten',
    before: 'clearImmediate(nextWriteTimer)\n    socket.removeListener(',
    after: 'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener(',
  },
  {
    file: 'queue.js',
    what: 'a queue forgets the places that were taken from it',
    before:
      'const out = xs[index++]\n\n      if (index === xs.length) {\n        index = 0\n        xs = []\n      } else {\n        xs[index - 1] = undefined\n      }',
    after: `const out = xs[index]
      xs[index++] = undefined
      if (index === xs.length || index > 100) {
        xs = xs.splice(index)
        index = 0
      }`,
  },
  {
    file: 'queue.js',
    what: 'the last one can be taken from a queue',
    before: 'push: (x) => (xs.push(x), x),',
    after: `push: (x) => (xs.push(x), x),
    pop: () => {
      const out = xs.pop()
      if (index === xs.length) {
        xs = []
        index = 0
      }
      return out
    },`,
  },
  {
    file: 'index.js',
    what: 'the connection that answered last is asked next',
    before: 'return go(open.shift(), query)',
    after: 'return go(open.pop(), query)',
  },
]

export function repairDriver() {
  for (const name of new Set(repairs.map(({ file }) => file))) repairFile(name)
}

function repairFile(name) {
  const file = path.join(sources, name)
  const text = fs.readFileSync(file, 'utf8')
  const repaired = repairs.filter((each) => each.file === name).reduce(repair, text)
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
