import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { project } from './project.mjs'
import { CannotStart } from './steps.mjs'

const lock = path.join(project, 'dist', '.lock')
const holders = path.join(lock, 'holders')

/** Runs the work under a lock of this project, also between processes. `guard` adds a process that must be waited for too. */
export async function exclusively(work) {
  for (let isShown = false; !take(); isShown = true) {
    if (!isShown) console.log('  Waiting for another start in this folder to finish.')
    await sleep(200)
  }
  try {
    return await work((pid) => fs.appendFileSync(holders, `${pid}\n`))
  } finally {
    fs.rmSync(lock, { recursive: true, force: true })
  }
}

function take() {
  try {
    fs.mkdirSync(path.dirname(lock), { recursive: true })
    fs.mkdirSync(lock)
    fs.writeFileSync(holders, `${process.pid}\n`)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
      throw new CannotStart(
        `This user may not write to ${project}, where packages or a new build have to go. Run npm run build as its owner.`,
      )
    }
    if (error.code !== 'EEXIST') throw error
    removeIfStale()
    return false
  }
}

/** Removes a stale lock. It is moved away first: if another process took it between the two checks, it is moved back. */
function removeIfStale() {
  const before = readHolders(lock)
  if (before === undefined || isHeld(before)) return
  const aside = `${lock}-${process.pid}`
  try {
    fs.renameSync(lock, aside)
    if (readHolders(aside) === before) fs.rmSync(aside, { recursive: true, force: true })
    else fs.renameSync(aside, lock)
  } catch {
    // Another process was faster.
  }
}

/** The holders of a lock. Undefined for one that was just made, by a process that has not written its number yet. */
function readHolders(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'holders'), 'utf8')
  } catch {
    const age = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return age > 5000 ? '' : undefined
  }
}

function isHeld(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .some((pid) => {
      // A process in a container has the same number at every start, also as the one that was killed.
      if (Number(pid) === process.pid) return false
      try {
        process.kill(Number(pid), 0)
        return true
      } catch (error) {
        return error.code === 'EPERM'
      }
    })
}
