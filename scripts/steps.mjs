import { spawn } from 'node:child_process'
import { project } from './project.mjs'

const running = new Set()

function show() {
  if (!process.stdout.isTTY) return
  process.stdout.write(`\r\u001b[K${running.size ? `  · ${[...running].join(', ')}` : ''}`)
}

/** Runs a piece of work and prints one line with its duration. */
export async function step(name, work, note = () => '') {
  const began = performance.now()
  const finish = (mark, text) => {
    running.delete(name)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const line = `  ${mark} ${name}  ${seconds} s${text ? `  ${text}` : ''}\n`
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : line)
    show()
  }
  running.add(name)
  show()
  try {
    const result = await work()
    finish('✓', note(result))
    return result
  } catch (error) {
    finish('✗', '')
    throw error
  }
}

/** An error that the person at the terminal can mend: one sentence, shown without a stack. */
export class CannotStart extends Error {
  name = 'CannotStart'
}

/** The error of a program that failed, with its output, which is what the person needs to see. */
class ProgramFailed extends Error {
  name = 'ProgramFailed'

  constructor(title, output) {
    super(`${title} failed.`)
    this.output = output
  }
}

/** Runs a program quietly, and returns its output. */
export function run(title, command, args, { env = process.env, onStart = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    const stop = (signal) => {
      child.kill(signal)
      process.exit(1)
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
    const done = () => process.off('SIGINT', stop).off('SIGTERM', stop)
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('spawn', () => onStart(child.pid))
    child.on('error', (error) => {
      done()
      reject(error)
    })
    child.on('close', (code) => {
      done()
      if (code === 0) resolve(output)
      else reject(new ProgramFailed(title, output))
    })
  })
}

/** Prints an error: a sentence where there is one, and the whole stack where there is not. */
export function printError(error) {
  if (error.name === 'ProgramFailed') console.error(`\n${error.output.trimEnd()}\n\n${error.message}`)
  else if (error.name === 'CannotStart') console.error(`\n${error.message}`)
  else console.error(error)
}

export async function main(work) {
  try {
    await work()
  } catch (error) {
    printError(error)
    process.exit(1)
  }
}
