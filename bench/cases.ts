import { asBrowsersAsk, catalogue, newPostings, ownPostings, ownUser, signIns, staffList, together } from './calls.ts'
import type { Size } from './fill.ts'
import type { Case } from './outcome.ts'
import { type Pair, runPair } from './pairs.ts'
import { allUsers, mixedLoad, signInStorm, uploads } from './situations.ts'
import type { People } from './stage.ts'

/** What is measured, and what it should be. */

const ofBare = { baseline: 'bare', figure: 'speed', unit: '× bare' } as const

const ofOneProcess = {
  portal: (size: Size) => ({ size, processes: 2 }),
  baseline: 'portal',
  // So little that PostgreSQL, which the goal calls external, and who asks find room beside them as if they had machines of their own.
  share: 0.25,
  starts: 3,
  figure: 'speed',
  unit: '× one process',
  requests: (people: People) => together(catalogue(people), ownUser(people), ownPostings(people)),
} as const

const pairs: Pair[] = [
  { name: 'GET /activities', ...ofBare, requests: catalogue, goal: { atLeast: 0.8 } },
  { name: 'GET /users/id/{id}', ...ofBare, requests: ownUser, goal: { atLeast: 0.8 } },
  { name: 'GET /posted-activities', ...ofBare, requests: ownPostings, goal: { atLeast: 0.8 } },
  { name: 'GET /staff', ...ofBare, requests: staffList, goal: { atLeast: 1.5 } },
  {
    name: 'GET /staff, sums kept or not',
    baseline: 'naive',
    figure: 'speed',
    unit: '× naive',
    requests: staffList,
    goal: { atLeast: 8 },
  },
  {
    name: 'GET /staff, 1,000,000 postings',
    portal: ({ staff }) => ({ size: { staff, postings: 1_000_000 } }),
    baseline: 'portal',
    baselineSize: ({ staff }) => ({ staff, postings: 50_000 }),
    figure: 'cost',
    unit: '× the time with 50,000',
    requests: staffList,
    goal: { atMost: 1.1 },
  },
  {
    name: 'POST /posted-activities',
    ...ofBare,
    requests: ({ members }, _size, activities) => newPostings(members, activities, '2100-01-01'),
    goal: { atLeast: 0.6 },
  },
  {
    name: 'Sign-in, one at a time',
    baseline: 'bare',
    figure: 'cost',
    unit: '× Argon2id alone',
    requests: signIns,
    connections: 1,
    starts: 3,
    goal: { atMost: 1.1 },
  },
  {
    name: 'Sign-in, 16 at once',
    baseline: 'bare',
    figure: 'cost',
    unit: '× Argon2id alone',
    requests: signIns,
    goal: { atMost: 1.1 },
  },
  { name: 'Reads from two processes', ...ofOneProcess, goal: { atLeast: 1.6 } },
  // Each process answers so many of them with one question to the database: as many as one process has alone.
  { name: 'Reads from two processes, 32 connections', ...ofOneProcess, connections: 32, goal: undefined },
  // The baseline does not compress: no goal, but what people really wait for.
  { name: 'GET /activities, compressed', ...ofBare, requests: (people) => asBrowsersAsk(catalogue(people)), goal: undefined },
  { name: 'GET /staff, compressed', ...ofBare, requests: (people) => asBrowsersAsk(staffList(people)), goal: undefined },
]

export const cases: Case[] = [
  ...pairs.map((pair) => ({ name: pair.name, run: (scene: Parameters<Case['run']>[0]) => runPair(pair, scene) })),
  { name: 'GET /users, 20,000 users', run: allUsers },
  { name: 'Photos, 8 at once', run: uploads },
  { name: 'Sign-ins beside the catalogue', run: signInStorm },
  { name: 'Mixed load, 64 connections', run: mixedLoad },
]
