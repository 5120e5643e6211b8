import type { Step } from '../database/embedded.ts'
import type { Size } from './fill.ts'
import { median, runLoad } from './load.ts'
import { type Caller, type People, type Server, type Stage, signInPeople } from './stage.ts'

/** Twenty years of a university ten times as large: as many postings per member and year as in the usual size. */
const large: Size = { staff: 20_000, postings: 10_000_000, years: 20 }

interface Call {
  name: string
  path: (people: People, termId: number) => string
  by: 'admin' | 'member'
}

const firstMember = ({ members }: People) => members[0] as Caller
const calls: Call[] = [
  { name: 'the catalogue', path: () => '/activities', by: 'member' },
  { name: 'one user', path: (people) => `/users/id/${firstMember(people).id}`, by: 'member' },
  {
    name: "a member's postings, all terms",
    path: (people) => `/posted-activities?user_id=${firstMember(people).id}`,
    by: 'member',
  },
  { name: "a member's path over the terms", path: (people) => `/overview/path?user_id=${firstMember(people).id}`, by: 'member' },
  {
    name: "a member's statement",
    path: (people, term) => `/statements?user_id=${firstMember(people).id}&term_id=${term}`,
    by: 'member',
  },
  { name: 'notices', path: () => '/notices', by: 'member' },
  { name: 'terms with their counts', path: () => '/terms', by: 'admin' },
  { name: 'departments with their counts', path: () => '/departments', by: 'admin' },
  { name: 'the search', path: () => '/find?q=a', by: 'admin' },
  { name: 'the whole staff list', path: () => '/staff', by: 'admin' },
  { name: 'the whole user list', path: () => '/users', by: 'admin' },
  { name: 'the overview of a term', path: (_, term) => `/overview?term_id=${term}`, by: 'admin' },
  { name: 'the review queue', path: () => '/review', by: 'admin' },
  { name: 'the audit trail', path: () => '/audit', by: 'admin' },
]

interface Growth {
  name: string
  /** The milliseconds of one request at a time, with the usual size and with the large one. */
  usual: number
  large: number
}

interface Measured {
  server: Server
  people: People
  termId: number
}

/** Measures both sizes in turns, so that a slow moment of the machine slows both. */
export async function compareSizes(stage: Stage, size: Size, step: Step): Promise<{ size: Size; growth: Growth[] }> {
  const open = async (of: Size): Promise<Measured> => {
    const server = await stage.portal(of)
    const people = await signInPeople(server, of)
    return { server, people, termId: await currentTerm(server, people.admin) }
  }
  const [usual, grown] = [await open(size), await open(large)]
  const growth: Growth[] = []
  for (const call of calls)
    await step(call.name, async () => {
      const times: [number[], number[]] = [[], []]
      for (let round = 0; round < 3; round += 1) {
        times[0].push(await measure(usual, call))
        times[1].push(await measure(grown, call))
      }
      growth.push({ name: call.name, usual: median(times[0]), large: median(times[1]) })
    })
  return { size, growth }
}

async function measure({ server, people, termId }: Measured, call: Call): Promise<number> {
  const { cookie } = call.by === 'admin' ? people.admin : firstMember(people)
  const path = call.path(people, termId)
  const request = () => ({ method: 'GET' as const, path, headers: { cookie } })
  return median((await runLoad({ port: server.port, request, connections: 1, seconds: 1 })).times)
}

async function currentTerm(server: Server, { cookie }: Caller): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${server.port}/terms`, { headers: { cookie } })
  const { terms } = (await reply.json()) as { terms: { id: number; is_current: boolean }[] }
  return terms.find((term) => term.is_current)?.id ?? 0
}

export function writeGrowth({ size, growth }: { size: Size; growth: Growth[] }): string {
  const count = (value: number) => value.toLocaleString('en-GB')
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  return [
    `| Call, one at a time | ${count(size.staff)} members, ${count(size.postings)} postings | ${count(large.staff)} members, ${count(large.postings)} postings in ${large.years} years | times |`,
    '|---|---|---|---|',
    ...growth.map((row) => `| ${row.name} | ${ms(row.usual)} | ${ms(row.large)} | ${(row.large / row.usual).toFixed(1)} |`),
    '',
  ].join('\n')
}
