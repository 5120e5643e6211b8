import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleCodes } from '../contract/codes.ts'
import { bands, gradeFor } from '../contract/grading.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// Values that reveal a wrong comparison: a bound, and a hundredth off.
const bounds = titleCodes.flatMap((title) => bands[title].flatMap((bound) => [bound - 0.01, bound, bound + 0.01]))
const score = fc.oneof(
  fc.constantFrom(...bounds.map((bound) => Math.max(0, Math.round(bound * 100) / 100))),
  fc.integer({ min: 0, max: 500_000 }).map((hundredths) => hundredths / 100),
)

test('the database grades every title and score as the contract does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...titleCodes, null), score), { minLength: 1 }), async (cases) => {
      const graded = await database.sql<{ grade: string }[]>`
        select grade_in(b.grades, b.lower_bounds, c.score) as grade
        from jsonb_to_recordset(${database.sql.json(cases.map(([title, points], n) => ({ n, title, score: points })))})
          as c(n int, title text, score numeric)
        left join grade_bands b on b.title = c.title order by n`
      expect(graded.map(({ grade }) => grade)).toEqual(cases.map(([title, points]) => gradeFor(title, points)))
    }),
  )
})
