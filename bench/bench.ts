import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '../database/cannot-start.ts'
import type { Step } from '../database/embedded.ts'
import { compareSizes, writeGrowth } from './growth.ts'
import { writePlans } from './plans.ts'
import { drawChart, writeTable } from './report.ts'
import { cases, type Figure } from './service-levels.ts'
import { openStage, resultsFolder } from './stage.ts'

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      staff: { type: 'string' },
      postings: { type: 'string' },
      large: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      only: { type: 'string', default: '' },
      profile: { type: 'boolean', default: false },
      plans: { type: 'boolean', default: false },
    },
  })
  const whole = (name: 'staff' | 'postings' | 'seconds', fallback: string) => {
    const value = Number(values[name] ?? fallback)
    if (!Number.isInteger(value) || value < 1) throw new CannotStart(`--${name} must be a whole number from 1 on.`)
    return value
  }
  return {
    ...values,
    size: {
      staff: whole('staff', '2000'),
      postings: whole('postings', '50000'),
    },
    seconds: whole('seconds', '5'),
  }
}

/** Measures all cases, or those that --only names, and prints one table. */
export async function bench(args: string[], step: Step) {
  const options = readOptions(args)
  const wanted = cases.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()))
  if (wanted.length === 0)
    throw new CannotStart(`No case is called so. There are:\n${cases.map(({ name }) => `  ${name}`).join('\n')}`)
  fs.mkdirSync(resultsFolder, { recursive: true })

  const stage = await openStage(options, step)
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new CannotStart('Interrupted.')))
  })
  try {
    await Promise.race([interrupted, options.plans ? showPlans() : options.large ? measureGrowth() : measureAll()])
  } finally {
    await stage.close()
  }

  async function showPlans() {
    const text = await writePlans(await stage.databaseOf(options.size), options.size)
    fs.writeFileSync(path.join(resultsFolder, 'query-plans.md'), text)
  }

  async function measureGrowth() {
    console.log(`\n${writeGrowth(await compareSizes(stage, options.size, step))}`)
  }

  async function measureAll() {
    const { size, seconds } = options
    const figures: Figure[] = []
    for (const { name, run } of wanted) {
      try {
        figures.push(...(await step(name, () => run({ stage, size, seconds }))))
      } catch (error) {
        // The results of the other cases are still worth knowing.
        console.error(error)
        process.exitCode = 1
      }
      await stage.stopServers()
    }
    const recount = await stage.countWrongSums()
    const table = writeTable(figures, { size, recount })
    fs.writeFileSync(path.join(resultsFolder, 'results.md'), table)
    fs.writeFileSync(path.join(resultsFolder, 'results.svg'), drawChart(figures))
    const missed = figures.filter(({ value, atMost }) => value > atMost)
    console.log(`\n${table}\n${missed.length === 0 ? 'Every service level is met.' : `Missed: ${missed.length}.`}`)
    if (recount.wrong > 0) process.exitCode = 1
  }
}
