import { expect, test } from 'vitest'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'
import { readSession } from '../session/session.ts'
import { putIntoOutbox } from './outbox.ts'
import { readEntries } from './outbox-store.ts'
import { sendOutbox } from './sender.ts'

const portal = await startPortal()
const count = 200

/** The same numbers from 0 to 1 in every run: a linear congruential generator. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test(`${count} entries are done exactly once each, though a third of the requests or their replies is lost`, {
  timeout: 300_000,
}, async () => {
  const member = await portal.make.staff()
  const activity = await portal.make.activity({ name: 'Guest lecture' })
  const days = await portal.sql<{ day: string }>`
    with moved as (update terms set start_date = least(start_date, current_date - ${count}::int) where is_current)
    select (current_date - number)::text as day from generate_series(1, ${count}::int) as number`
  // No panel is open, which would load its lists again after each entry.
  await portal.open('/nothing-here', member)
  const userId = readSession()?.id ?? 0
  const links = days.map(({ day }) => `https://entry.test.example/${day}`)
  for (const [index, { day }] of days.entries()) {
    const body = new FormData()
    body.set('activity_id', String(activity.id))
    body.set('starting_date', day)
    body.set('link', links[index] ?? '')
    await putIntoOutbox({ route: 'POST /posted-activities', body, form: undefined })
  }

  const random = seeded(39)
  const met = { passed: 0, neverArrived: 0, replyLost: 0 }
  interceptUploads(({ pass, reply, loseReply }) => {
    const chance = random()
    if (chance < 1 / 6) {
      met.neverArrived += 1
      reply(0)
    } else if (chance < 1 / 3) {
      met.replyLost += 1
      loseReply()
    } else {
      met.passed += 1
      pass()
    }
  })
  const left = async () => (await readEntries(userId)).length
  // An attempt ends with the first loss; the next one begins with the same entry.
  for (let attempts = 0; attempts < 2 * count && (await left()) > 0; attempts += 1) await sendOutbox()

  expect(await left()).toBe(0)
  expect(met.passed).toBe(count)
  const share = (met.neverArrived + met.replyLost) / (met.passed + met.neverArrived + met.replyLost)
  expect(share).toBeGreaterThan(0.28)
  expect(met.replyLost).toBeGreaterThan(count / 8)
  const posted = await portal.sql<{ link: string }>`select link from posted_activities where user_id = ${member.id}`
  expect(posted.map(({ link }) => link).toSorted()).toEqual(links.toSorted())
  // Nothing but the postings came of it: a record of each in the audit trail, and a key of each.
  const [made] = await portal.sql`
    select (select count(*)::int from audit where subject = 'posting' and person_id = ${member.id}) as records,
      (select count(*)::int from idempotency_keys where user_id = ${member.id}) as keys`
  expect(made).toEqual({ records: count, keys: count })
})
