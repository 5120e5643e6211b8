import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityTypes } from '../../contract/codes.ts'
import { changeByPlan } from '../../contract/plan.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { RulesVersion } from '../../contract/rules.ts'
import type { User } from '../../contract/users.ts'
import type { MadeActivity } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const days = ['2031-02-01', '2031-05-05', '2031-05-06', '2031-11-11']

test('the sum of a plan is what the server counts after all of it was posted, mended and verified', async () => {
  const admin = await portal.as(await portal.make.admin())
  const term = await portal.make.term('Year 2031', '2031-01-01', '2031-12-31')
  const catalogue: MadeActivity[] = []
  for (const type of activityTypes)
    for (const score of [0.75, 2, 3.5]) catalogue.push(await portal.make.activity({ type, score }))
  const noLimit = { activity_id: null, type: null, most_times: null, most_points: null }
  const published = await admin('POST', '/rules', {
    bands: specificationBands,
    limits: [
      { ...noLimit, type: 'Elective', most_points: 5 },
      { ...noLimit, type: 'Attending', most_times: 2 },
      { ...noLimit, activity_id: catalogue[0]?.id, most_times: 1 },
    ],
    note: 'For a test',
    based_on: (await admin('GET', '/rules')).json().versions[0].number,
    term_ids: [term.id],
  })
  const { version } = published.json() as { version: RulesVersion }
  const some = fc.subarray(catalogue, { minLength: 1 })
  const begun = fc.tuple(some, fc.array(fc.tuple(fc.constantFrom(...days), fc.boolean()), { minLength: 9, maxLength: 9 }))

  await fc.assert(
    fc.asyncProperty(begun, some, fc.constantFrom(...days), async ([present, how], wanted, day) => {
      const member = await portal.make.staff({ title: 'l' })
      const staff = await portal.as(member)
      for (const [index, activity] of present.entries()) {
        const [date = day, isReturned = false] = how[index] ?? []
        const id = await portal.make.posting(member.id, activity, date)
        if (isReturned)
          await portal.sql`update posted_activities set state = 'returned', returned_reason = 'Why?', reviewed_at = now(),
            reviewed_by = (select min(id) from users where role_id = 1) where id = ${id}`
      }
      const read = async () => (await staff('GET', `/users/id/${member.id}?term_id=${term.id}`)).json().user as User
      const { postedActivities } = (await staff('GET', `/posted-activities?user_id=${member.id}`)).json() as {
        postedActivities: PostedActivity[]
      }
      const before = await read()
      // Every second returned one is mended. The same activity is posted once a day.
      const mended = new Set(postedActivities.filter(({ state, id }) => state === 'returned' && id % 2 === 0).map(({ id }) => id))
      const added = wanted.filter(
        ({ id }) => !postedActivities.some((one) => one.activity_id === id && one.starting_date === day),
      )
      const expected = changeByPlan(
        { mended, added: added.map(({ type, ...one }) => ({ ...one, type: type as PostedActivity['type'] })), day },
        postedActivities,
        version.limits,
      )
      for (const activity of added) await portal.make.posting(member.id, activity, day)
      await portal.sql`update posted_activities set state = 'verified', returned_reason = null, reviewed_at = now(),
        reviewed_by = (select min(id) from users where role_id = 1) where user_id = ${member.id} and (state = 'posted' or id = any(${[...mended]}))`
      const after = await read()
      expect(Math.round((after.total_score - before.total_score) * 100)).toBe(Math.round(expected * 100))
    }),
    { numRuns: 25 },
  )
}, 60_000)
