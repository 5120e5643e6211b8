import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleCodes } from '../contract/codes.ts'
import { type Bands, gradeFor } from '../contract/grading.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { specificationBands } from '../testing/specification-bands.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 5, maxLength: 5 })
  .map((tenths) => [0, ...tenths.toSorted((a, b) => a - b)])
  // Bounds are made in tenths first, so that each has one decimal at most.
  .map((tenths) => tenths.map((tenth) => tenth / 10))
const anyBands: fc.Arbitrary<Bands> = fc.oneof(
  fc.constant(specificationBands),
  fc.record({ p: bounds, ap: bounds, l: bounds, al: bounds }),
)

/** Values that reveal a wrong comparison: a bound, and a hundredth off. */
function scoreNear(bands: Bands) {
  const near = titleCodes.flatMap((title) => bands[title].flatMap((bound) => [bound - 0.01, bound, bound + 0.01]))
  return fc.oneof(
    fc.constantFrom(...near.map((bound) => Math.max(0, Math.round(bound * 100) / 100))),
    fc.integer({ min: 0, max: 500_000 }).map((hundredths) => hundredths / 100),
  )
}

const graded = anyBands.chain((bands) =>
  fc.record({
    bands: fc.constant(bands),
    cases: fc.array(fc.tuple(fc.constantFrom(...titleCodes, null), scoreNear(bands)), { minLength: 1 }),
  }),
)

test('the database grades every title and score as the contract does, under any bands', async () => {
  await fc.assert(
    fc.asyncProperty(graded, async ({ bands, cases }) => {
      const found = await database.sql<{ grade: string }[]>`
        select grade_in((select array_agg(bound::numeric order by place)
          from jsonb_array_elements_text(${database.sql.json(bands)} -> c.title) with ordinality as b(bound, place)), c.score) as grade
        from jsonb_to_recordset(${database.sql.json(cases.map(([title, points], n) => ({ n, title, score: points })))})
          as c(n int, title text, score numeric) order by n`
      expect(found.map(({ grade }) => grade)).toEqual(cases.map(([title, points]) => gradeFor(bands, title, points)))
    }),
  )
})

test('the first version of the rules has the bands of the specification and no limits', async () => {
  const [first] = await database.sql`
    select (select jsonb_object_agg(title, to_jsonb(lower_bounds)) from rules_bands where rules_version = 1) as bands,
      (select count(*)::int from rules_limits) as limits, rules_in_force() as newest`
  expect(first).toEqual({ bands: specificationBands, limits: 0, newest: 1 })
})

test.each([
  ['five bounds', [0, 1, 2, 3, 4]],
  ['seven bounds', [0, 1, 2, 3, 4, 5, 6]],
  ['a first bound above 0', [1, 2, 3, 4, 5, 6]],
  ['two equal bounds', [0, 1, 2, 2, 3, 4]],
  ['a bound below the one before', [0, 5, 4, 6, 7, 8]],
  ['a bound above 1000', [0, 1, 2, 3, 4, 1000.1]],
  ['two decimals', [0, 1.25, 2, 3, 4, 5]],
  ['a missing bound', [0, 1, null, 3, 4, 5]],
])('the database refuses %s', async (_, lowerBounds) => {
  await expect(database.sql`select are_bounds(${lowerBounds}::numeric[]) as fine`).resolves.toEqual([{ fine: false }])
})
