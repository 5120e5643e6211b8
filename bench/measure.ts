import { setTimeout as sleep } from 'node:timers/promises'
import type { Load, LoadResult } from './load.ts'
import { goOn, type Requests } from './requests.ts'
import { memoryOf, processorTimeOf, type Server, type Stage } from './stage.ts'

export interface Measured {
  /** Answers per second. */
  rate: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server for one answer, in milliseconds. On a busy machine it lies less than the rate. */
  processorMs: number
  /** The most that the server had in memory, in MB. */
  memory: number
}

/** A server under load once, with everything that was seen meanwhile. */
export interface Observed extends LoadResult {
  processorTime: number
  /** In MB, in the order of time. */
  memory: number[]
}

export interface Contestant {
  server: Server
  requests: Requests
}

/** Many short ones: a neighbour who takes the processor for a second spoils one of them, and the median leaves it out. */
export const rounds = 16
export const roundShare = 3 / rounds
/** Turns until a server gets no faster: Node has compiled what is called most. */
const warmUp = { connections: 16, seconds: 2 }
const mostWarmUps = 8
const lookEveryMs = 100

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Of an even number of rounds, between the two in the middle. */
const middle = (values: readonly number[]) => (percentile(values, 0.5) + percentile(values, 0.49)) / 2

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Puts load on a server and looks at its memory until it is over. */
export async function observe(stage: Stage, server: Server, load: Omit<Load, 'port'>, everyMs = lookEveryMs): Promise<Observed> {
  const before = processorTimeOf(server)
  const memory = [memoryOf(server)]
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await sleep(everyMs)
      memory.push(memoryOf(server))
    }
  })()
  try {
    const result = await stage.load({ ...load, port: server.port })
    return { ...result, processorTime: processorTimeOf(server) - before, memory }
  } finally {
    isOver = true
    await looking
  }
}

/** What both did in one round. */
export interface Turn {
  one: Observed
  other: Observed
}

/** One against the other in turns, each warmed up first: what slows the machine for a while slows both. */
export async function compare(
  stage: Stage,
  one: Contestant,
  other: Contestant,
  { connections, seconds }: Pick<Load, 'connections' | 'seconds'>,
): Promise<Turn[]> {
  async function takeTurn(contestant: Contestant, load = { connections, seconds: seconds * roundShare }): Promise<Observed> {
    const { server, requests } = contestant
    const observed = await observe(stage, server, { requests, ...load })
    contestant.requests = goOn(requests, observed.answers)
    return observed
  }

  async function warm(contestant: Contestant) {
    for (let turn = 0, before = 0; turn < mostWarmUps; turn += 1) {
      const rate = rateOf(await takeTurn(contestant, warmUp))
      if (rate < before * 1.1) return
      before = rate
    }
  }

  await warm(one)
  await warm(other)
  const turns: Turn[] = []
  for (let round = 0; round < rounds; round += 1) turns.push({ one: await takeTurn(one), other: await takeTurn(other) })
  return turns
}

export function resultOf(turns: Turn[]): { one: Measured; other: Measured; speed: number; cost: number } {
  return {
    one: summaryOf(turns.map((turn) => turn.one)),
    other: summaryOf(turns.map((turn) => turn.other)),
    speed: middle(turns.map((turn) => rateOf(turn.one) / rateOf(turn.other))),
    cost: middle(turns.map((turn) => summaryOf([turn.one]).p50 / summaryOf([turn.other]).p50)),
  }
}

function rateOf({ answers, seconds }: Observed): number {
  return answers / seconds
}

export function summaryOf(turns: Observed[]): Measured {
  const times = turns.flatMap(({ byName }) => Object.values(byName).flatMap(({ whole }) => whole))
  return {
    rate: median(turns.map(rateOf)),
    p50: median(times),
    p99: percentile(times, 0.99),
    processorMs: (sum(turns.map((turn) => turn.processorTime)) * 1000) / sum(turns.map((turn) => turn.answers)),
    memory: Math.max(...turns.flatMap((turn) => turn.memory)),
  }
}

/** How much a row of samples rises from its first to its last, on the line that fits it best. */
export function rise(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const average = sum(samples) / samples.length
  const slope =
    sum(samples.map((sample, index) => (index - middle) * (sample - average))) /
    sum(samples.map((_sample, index) => (index - middle) ** 2))
  return slope * (samples.length - 1)
}
