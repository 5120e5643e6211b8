import sharp from 'sharp'
import {
  activityNames,
  asBrowsersAsk,
  catalogue,
  newPostings,
  ownPostings,
  ownUser,
  send,
  signIns,
  staffList,
  together,
} from './calls.ts'
import type { LoadResult, Times } from './load.ts'
import { median, type Observed, observe, percentile, rise, summaryOf } from './measure.ts'
import { megabytes, milliseconds, type Outcome, type Scene } from './outcome.ts'
import { goOn, type Requests } from './requests.ts'
import { type People, type Server, signInPeople } from './stage.ts'

/** What no comparison of two rates can tell. */

function timesOf(byName: Record<string, Times>, name: string): Times {
  const times = byName[name]
  if (!times) throw new Error(`Nobody was answered: ${name}`)
  return times
}

/** Everybody in one list: it comes soon, and nothing at all when nothing is new. */
export async function allUsers({ stage, size, seconds }: Scene): Promise<Outcome> {
  const portal = await stage.portal({ size: { ...size, staff: Math.max(size.staff, 10_000) } })
  const { admin } = await signInPeople(portal, { ...size, staff: 0 })
  const list = (headers: Record<string, string> = {}): Requests => ({
    kind: 'calls',
    calls: [{ path: '/users', cookie: admin.cookie, headers }],
  })
  await stage.load({ port: portal.port, requests: list(), connections: 1, seconds })
  const alone = await observe(stage, portal, { requests: list(), connections: 1, seconds })
  const packed = await observe(stage, portal, { requests: asBrowsersAsk(list()), connections: 1, seconds })
  const crowd = await observe(stage, portal, { requests: list(), connections: 4, seconds: seconds * 3 })
  const kinds = [
    ['alone', alone],
    ['compressed', packed],
    ['4 at once', crowd],
  ] as const
  const notes = kinds.map(([name, { byName, memory }]) => {
    const { firstByte, whole } = timesOf(byName, '/users')
    const most = megabytes(Math.max(...memory))
    return `${name}: first byte ${milliseconds(median(firstByte))}, whole ${milliseconds(median(whole))}, at most ${most}`
  })

  const { headers } = await send(portal, { method: 'GET', path: '/users', headers: { cookie: admin.cookie } })
  const known = { cookie: admin.cookie, 'if-none-match': headers.get('etag') ?? '' }
  const { status } = await send(portal, { method: 'GET', path: '/users', headers: known })
  if (status === 304) {
    const again = await observe(stage, portal, { requests: list(known), connections: 4, seconds, expected: 304 })
    const { rate, p50 } = summaryOf([again])
    notes.push(`again, nothing new: ${milliseconds(p50)}, ${rate.toFixed(0)} a second`)
  } else notes.push(`again, nothing new: ${status}, the whole list once more`)

  return {
    findings: [
      { figure: median(timesOf(alone.byName, '/users').whole), unit: 'ms for the whole list', goal: { atMost: 400 } },
      { figure: Math.max(...crowd.memory), unit: 'MB at most with 4 at once', goal: { atMost: 256 } },
      { figure: status === 304 ? 1 : 0, unit: 'of repeated calls answered 304', goal: { atLeast: 1 } },
    ],
    portal: summaryOf([crowd]),
    notes,
  }
}

/** Sixteen people who look at something while others do something heavy: as people do, with pauses. */
function lookOn(stage: Scene['stage'], portal: Server, requests: Requests, seconds: number) {
  return stage.load({ port: portal.port, requests, connections: 16, seconds, pauseMs: 50 }, 'onlooker')
}

const everydayCalls = (people: People) => together(catalogue(people), ownUser(people), ownPostings(people), staffList(people))

/** Eight members send photos; what everybody else waits meanwhile, against what they wait otherwise. */
export async function uploads({ stage, size, seconds }: Scene): Promise<Outcome> {
  const portal = await stage.portal({ size })
  const people = await signInPeople(portal, size)
  let photos: Requests = {
    ...newPostings(people.members.slice(0, 8), await activityNames(portal, people), '2130-01-01'),
    image: await photo(),
  }
  const looked = everydayCalls({ ...people, members: people.members.slice(8) })
  await lookOn(stage, portal, looked, seconds)
  const rounds: { idle: LoadResult; busy: LoadResult; sent: Observed }[] = []
  for (let round = 0; round < 3; round += 1) {
    const idle = await lookOn(stage, portal, looked, seconds * 2)
    const uploading = observe(stage, portal, { requests: photos, connections: 8, seconds: seconds * 2 })
    const busy = await lookOn(stage, portal, looked, seconds * 2)
    const sent = await uploading
    photos = goOn(photos, sent.answers)
    rounds.push({ idle, busy, sent })
  }
  const names = Object.keys(rounds[0]?.idle.byName ?? {})
  const slower = names.map((name) => {
    const p50 = ({ byName }: LoadResult) => median(timesOf(byName, name).whole)
    return {
      name,
      idle: median(rounds.map(({ idle }) => p50(idle))),
      times: median(rounds.map(({ idle, busy }) => p50(busy) / p50(idle))),
    }
  })
  return {
    findings: [{ figure: Math.max(...slower.map(({ times }) => times)), unit: '× its idle p50 at worst', goal: { atMost: 3 } }],
    portal: summaryOf(rounds.map(({ sent }) => sent)),
    notes: slower.map(({ name, idle, times }) => `${name}: ${milliseconds(idle)} idle, ${times.toFixed(1)} times that meanwhile`),
  }
}

/** As a phone makes them: 12 million pixels, about 2 MB, too much detail to be squeezed further. */
async function photo(): Promise<Buffer> {
  const noise = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let quality = 90; ; quality -= 5) {
    const jpeg = await sharp(noise.data, { raw: noise.info }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= 2.1 * 1024 * 1024 || quality <= 10) return jpeg
  }
}

/** Hashing passwords keeps processors busy, but never the one thread that answers everybody. */
export async function signInStorm({ stage, size, seconds }: Scene): Promise<Outcome> {
  const portal = await stage.portal({ size })
  const people = await signInPeople(portal, size)
  await lookOn(stage, portal, catalogue(people), seconds)
  const idle = await lookOn(stage, portal, catalogue(people), seconds)
  const storm = observe(stage, portal, { requests: signIns(people, size), connections: 16, seconds: seconds * 3 })
  await eventLoopDelay(portal)
  const busy = await lookOn(stage, portal, catalogue(people), seconds * 2.5)
  const late = await eventLoopDelay(portal)
  const stormed = await storm
  const [before, meanwhile] = [idle, busy].map(({ byName }) => timesOf(byName, '/activities').whole)
  return {
    findings: [{ figure: percentile(meanwhile ?? [], 0.99), unit: 'ms for the catalogue at p99', goal: { atMost: 100 } }],
    portal: summaryOf([stormed]),
    notes: [
      `the catalogue: p50 ${milliseconds(median(before ?? []))} idle, ${milliseconds(median(meanwhile ?? []))} meanwhile`,
      `the event loop was ${milliseconds(late * 1000)} late at p99`,
    ],
  }
}

/** Since the last look, at p99, in seconds. */
async function eventLoopDelay(portal: Server): Promise<number> {
  const text = await (await send(portal, { method: 'GET', path: '/metrics', headers: {} })).text()
  return Number(/portal_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)/.exec(text)?.[1])
}

/** A busy hour in a minute, however short the others are: sooner, memory is still on its way to where it stays. */
export async function mixedLoad({ stage, size }: Scene): Promise<Outcome> {
  const portal = await stage.portal({ size })
  const people = await signInPeople(portal, size)
  const { admin } = people
  const seldom: Requests = {
    kind: 'calls',
    calls: ['/terms', '/departments', '/users', '/staff', '/audit', '/auth/me'].map((path) => ({ path, cookie: admin.cookie })),
  }
  const often = together(catalogue(people), ownUser(people), ownPostings(people))
  const requests: Requests = {
    kind: 'mix',
    // Of a hundred: 84 everyday calls, 6 of the others (the two long lists among them), 10 postings.
    parts: [
      { requests: often, share: 84 },
      { requests: seldom, share: 6 },
      { requests: newPostings(people.members, await activityNames(portal, people), '2160-01-01'), share: 10 },
    ],
  }
  const observed = await observe(stage, portal, { requests, connections: 64, seconds: 60 }, 1000)
  const half = Math.floor(observed.memory.length / 2)
  const [first, second] = [observed.memory.slice(0, half), observed.memory.slice(half)]
  return {
    findings: [
      { figure: Math.max(...observed.memory), unit: 'MB at most', goal: { atMost: 256 } },
      { figure: rise(second), unit: 'MB of growth in the second half', goal: { atMost: 5 } },
    ],
    portal: summaryOf([observed]),
    notes: [`the first half at ${megabytes(median(first))}, the second at ${megabytes(median(second))}`],
  }
}
