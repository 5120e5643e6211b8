import { asBrowsersAsk, catalogue, newPostings, ownPostings, ownUser, signIns, staffList } from './calls.ts'
import type { Case } from './outcome.ts'
import { type Pair, runPair } from './pairs.ts'
import { allUsers, mixedLoad, signInStorm, uploads } from './situations.ts'

/** What is measured, and what it should be: the service levels. */

/** The service levels of any call, and of the whole lists. */
const anyCall = { p99Ms: 100 }
/** Few people open them at the same moment, and each costs a core what it costs. */
const wholeList = { p99Ms: 400, connections: 1 }
const ofBare = { baseline: 'bare', figure: 'speed', unit: '× bare' } as const
const ofArgon2id = {
  baseline: 'bare',
  figure: 'cost',
  unit: '× Argon2id alone',
  requests: signIns,
  goal: { atMost: 1.25 },
} as const

const pairs: Pair[] = [
  { name: 'GET /activities', ...ofBare, ...anyCall, requests: catalogue },
  { name: 'GET /users/id/{id}', ...ofBare, ...anyCall, requests: ownUser },
  { name: 'GET /posted-activities', ...ofBare, ...anyCall, requests: ownPostings },
  { name: 'GET /staff', ...ofBare, ...wholeList, requests: staffList },
  {
    name: 'GET /staff, sums kept or not',
    baseline: 'naive',
    figure: 'speed',
    unit: '× naive',
    ...wholeList,
    requests: staffList,
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
    ...anyCall,
    requests: ({ members }, _size, activities) => newPostings(members, activities, '2100-01-01'),
  },
  { name: 'Sign-in, one at a time', ...ofArgon2id, connections: 1, starts: 3 },
  { name: 'Sign-in, 16 at once', ...ofArgon2id },
  // The baseline does not compress: what people really wait for, compared with less.
  { name: 'GET /activities, compressed', ...ofBare, ...anyCall, requests: (people) => asBrowsersAsk(catalogue(people)) },
  { name: 'GET /staff, compressed', ...ofBare, ...wholeList, requests: (people) => asBrowsersAsk(staffList(people)) },
]

export const cases: Case[] = [
  ...pairs.map((pair) => ({ name: pair.name, run: (scene: Parameters<Case['run']>[0]) => runPair(pair, scene) })),
  { name: 'GET /users, 10,000 users', run: allUsers },
  { name: 'Photos, 8 at once', run: uploads },
  { name: 'Sign-ins beside the catalogue', run: signInStorm },
  { name: 'Mixed load, 64 connections', run: mixedLoad },
]
