import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sayIn } from '../http/language.ts'
import { activities } from './activities.ts'
import { byColumn, type NamedRow } from './columns.ts'
import { deciderOf } from './decide.ts'
import type { Declaration, MatchOf } from './declaration.ts'
import type { ImportFile } from './import-file.ts'
import { assertSameAsPreview, previewOf } from './preview-fingerprint.ts'
import { readTable } from './read-table.ts'
import { scores } from './scores.ts'
import { users } from './users.ts'

/** The number of turns of the event loop meanwhile: at each it could have served another request. */
async function turnsOf<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isWorking = true
  const turn = () => {
    turns += 1
    if (isWorking) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  isWorking = false
  return { turns, result }
}

const headers = { users: 'Name,Email,Username,Department,Gender', scores: 'Username,TP,FB', activities: 'Name,Score,Type' }
const fileOf = async (text: string) =>
  ({ table: await readTable(Buffer.from(text)), digest: 'of the file', skipWrong: true, fingerprint: '' }) as ImportFile
const declarations = { users, scores, activities }
const ofUsers = { createDepartments: false, degrees: [] }
const ofScores = { termId: 1, most: { tp: 10, fb: 10 } }
const say = sayIn('en')

/** The decision if nothing in the file is in the database. */
async function decided<Values extends object, Match extends MatchOf<Values>, Scope>(
  declared: Declaration<Values, Match, Scope>,
  rows: readonly NamedRow[],
  scope: Scope,
) {
  const { checkRows, decide } = deciderOf(declared, scope)
  return (await decide(await checkRows(rows), new Map())).rows
}

describe.each(['users', 'scores', 'activities'] as const)('20,000 ragged rows of %s', (kind) => {
  test('pause after every hundred rows, in every step of the check', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `u${n},x`).join('\n')
    const file = await fileOf(`${headers[kind]}\n${rows}`)
    const named = await turnsOf(() => byColumn(file.table, declarations[kind]))
    const { rows: read } = named.result
    const decidedRows = {
      users: () => decided(users, read, ofUsers),
      scores: () => decided(scores, read, ofScores),
      activities: () => decided(activities, read, { faculties: [] }),
    }
    // The check has two steps, and so has the preview: the words and the fingerprint.
    const checked = await turnsOf(decidedRows[kind])
    const preview = await turnsOf(() => previewOf(say, kind, file, named.result, kind, checked.result))
    const asserted = await turnsOf(() => assertSameAsPreview(file, kind, checked.result).catch(String))
    expect(JSON.parse(preview.result).rows).toHaveLength(20_000)
    expect(named.turns).toBeGreaterThanOrEqual(199)
    expect(checked.turns).toBeGreaterThanOrEqual(398)
    expect(preview.turns).toBeGreaterThanOrEqual(398)
    expect(asserted.turns).toBeGreaterThanOrEqual(199)
  })
})

test('a long row counts as several: with 2,100 characters in each, every fifth row', async () => {
  const long = Array.from({ length: 2000 }, () => `${'a b '.repeat(525)},x`).join('\n')
  const { rows } = await byColumn((await fileOf(`Name,Username\n${long}`)).table, users)
  expect((await turnsOf(() => deciderOf(users, ofUsers).checkRows(rows))).turns).toBeGreaterThanOrEqual(400)
})

test('the fingerprint is that of the whole preview as one JSON text', async () => {
  const file = await fileOf('Name,Username\na,b\nc,d')
  const named = await byColumn(file.table, users)
  const rows = await decided(users, named.rows, ofUsers)
  const { fingerprint, counts } = JSON.parse(await previewOf(say, 'users', file, named, 'users', rows))
  // The hash is computed as by the release before this one: a file may be previewed by one and imported by the other.
  const whole = JSON.stringify(['of the file', 'users', rows])
  expect(fingerprint).toBe(createHash('sha256').update(whole).digest('base64url'))
  expect(counts).toEqual({ new: 0, changed: 0, same: 0, wrong: 2 })
})
