import assert from 'node:assert/strict'
import { activityNames, send } from './calls.ts'
import type { Size } from './fill.ts'
import { compare, resultOf, type Turn } from './measure.ts'
import type { Finding, Outcome, Scene } from './outcome.ts'
import { goOn, type Requests, requestMaker } from './requests.ts'
import { type People, type Server, type ServerOptions, signInPeople } from './stage.ts'

/** The same requests to the portal and to what it is held against. */
export interface Pair {
  name: string
  /** Where the portal stands; on the database of the size asked for unless it says otherwise. */
  portal?: (size: Size) => ServerOptions
  /** bare: the simplest server. naive: the same, adding up all postings. portal: another portal. */
  baseline: 'bare' | 'naive' | 'portal'
  baselineSize?: (size: Size) => Size
  requests: (people: People, size: Size, activities: string[]) => Requests
  connections?: number
  /** How often all servers are started anew, where the result hangs on how a process happened to start. Once, unless it says so. */
  starts?: number
  /** speed: answers per second against those of the baseline. cost: the median time of an answer against the baseline's. */
  figure: 'speed' | 'cost'
  unit: string
  goal?: Finding['goal']
  /** The longest that 99 of 100 calls may take. */
  p99Ms?: number
}

export async function runPair(pair: Pair, scene: Scene): Promise<Outcome> {
  const { starts = 1, p99Ms } = pair
  const turns: Turn[] = []
  for (let start = 0; start < starts; start += 1) turns.push(...(await playOnce(pair, scene)))
  const result = resultOf(turns)
  return {
    findings: [
      ...(p99Ms === undefined ? [] : [{ figure: result.one.p99, unit: 'ms at p99', goal: { atMost: p99Ms } }]),
      { figure: result[pair.figure], unit: pair.unit, goal: pair.goal },
    ],
    portal: result.one,
    baseline: result.other,
    notes: starts > 1 ? [`servers started ${starts} times, all rounds together`] : [],
  }
}

async function playOnce(pair: Pair, { stage, size, seconds }: Scene): Promise<Turn[]> {
  const place = pair.portal?.(size) ?? { size }
  const baselineSize = pair.baselineSize?.(size) ?? size
  const portal = await stage.portal(place)
  const baseline = await (pair.baseline === 'portal' ? stage.portal : stage.bare)({ size: baselineSize })

  const people = await signInPeople(portal, place.size)
  const activities = await activityNames(portal, people)
  const one = { server: portal, requests: pair.requests(people, place.size, activities) }
  const other = {
    server: baseline,
    // Sessions are rows: another database does not know them.
    requests: pair.requests(pair.baselineSize ? await signInPeople(baseline, baselineSize) : people, baselineSize, activities),
  }
  if (pair.baseline === 'naive') other.requests = below('/naive', other.requests)
  if (pair.baseline !== 'portal') await checkSameAnswers(one, other)

  const turns = await compare(stage, one, other, { connections: pair.connections ?? 16, seconds })
  await stage.clear()
  return turns
}

function below(folder: string, requests: Requests): Requests {
  if (requests.kind !== 'calls') return requests
  return { kind: 'calls', calls: requests.calls.map((call) => ({ ...call, path: `${folder}${call.path}` })) }
}

interface Asked {
  server: Server
  requests: Requests
}

/** A baseline that answers something else would prove nothing. */
async function checkSameAnswers(one: Asked, other: Asked) {
  const [ours, theirs] = [await firstAnswer(one), await firstAnswer(other)]
  assert.deepEqual(ours, theirs, 'The portal and its baseline answer differently.')
}

async function firstAnswer(asked: Asked): Promise<unknown> {
  const answer = await send(asked.server, requestMaker(asked.requests)(0))
  asked.requests = goOn(asked.requests, 1)
  if (!answer.ok) throw new Error(`The first answer was ${answer.status}: ${await answer.text()}`)
  const body = (await answer.json()) as { postedActivity?: { id?: number } }
  // Each has its own table to post to, with its own numbers.
  delete body.postedActivity?.id
  return body
}
