import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { countRenders } from '../../testing/components/renders.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const member = await portal.make.staff({ title: 'l' })
const [day] = await portal.sql<{ text: string }>`select current_date::text as text`
await portal.sql`insert into activities (name, description, type, score)
  select 'Activity ' || n, 'Description ' || n, 'Attending', 1 from generate_series(1, 60) n`
await portal.sql`
  insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
  select ${member.id}, id, name, type, score, ${day?.text}, 'https://events.example/' || id, term_of(${day?.text})
  from activities order by id limit 11`
await portal.sql`
  insert into users (name, email, username, password_hash, role_id)
  select 'Colleague ' || n, 'colleague' || n || '@test.example', 'colleague' || n, password_hash, role_id
  from users, generate_series(1, 99) n where id = ${member.id}`

/** As on a slow line: each reply arrives when what the one before it changed has been drawn. */
function replyInTurn() {
  let before: Promise<unknown> = Promise.resolve()
  intercept('GET', /^(?!\/notices\/stream)/, (_, pass) => {
    const reply = pass()
    const turn = before.then(async () => {
      await reply.catch(() => undefined)
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
    before = turn
    return turn.then(() => reply)
  })
}

const onPhone = { width: 390, height: 844 }
const onDesktop = { width: 1280, height: 800 }

/** `shown` is what appears last. The limits are a little above what it takes. */
const pages = [
  {
    name: 'Your Activity, eleven postings',
    address: '/staff-dashboard?tab=your-activity',
    user: member,
    shown: () => page.getByRole('heading', { name: 'Your questions' }),
    most: { phone: { renders: 900, elements: 840 }, desktop: { renders: 920, elements: 820 } },
  },
  {
    name: 'Activity',
    address: '/staff-dashboard',
    user: member,
    shown: () => page.getByRole('button', { name: 'Post Activity 1', exact: true }),
    most: { phone: { renders: 390, elements: 340 }, desktop: { renders: 480, elements: 470 } },
  },
  {
    name: 'Staff, 100 members',
    address: '/admin-dashboard?tab=staff',
    user: admin,
    shown: () => page.getByRole('rowheader').first(),
    most: { phone: { renders: 880, elements: 980 }, desktop: { renders: 880, elements: 980 } },
  },
]

for (const { name, address, user, shown, most } of pages)
  for (const [screen, size] of Object.entries({ phone: onPhone, desktop: onDesktop }) as ['phone' | 'desktop', typeof onPhone][])
    test(`${name}: what a page load renders on a ${screen}`, async () => {
      replyInTurn()
      const { counts: renders, stop } = countRenders()
      onTestFinished(stop)
      await portal.open(address, user, size)
      await loaded(/./)
      await expect.element(shown()).toBeInTheDocument()
      await expect.poll(() => document.querySelectorAll('[aria-busy=true]')).toHaveLength(0)
      const total = [...renders.values()].reduce((sum, each) => sum + each, 0)
      const mostOften = [...renders].sort(([, a], [, b]) => b - a).slice(0, 12)
      expect(total, `components rendered, most often ${mostOften.join('; ')}`).toBeLessThanOrEqual(most[screen].renders)
      expect(document.body.querySelectorAll('*').length, 'elements').toBeLessThanOrEqual(most[screen].elements)
    })
