import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostingToReview, ReviewCounts, ReviewReply } from '../../contract/review.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let sara: MadeUser
let omar: MadeUser
let seminar: MadeActivity
let workshop: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  ;[sara, omar] = [await portal.make.staff(), await portal.make.staff()]
  ;[seminar, workshop] = [await portal.make.activity(), await portal.make.activity()]
})
afterAll(() => portal.stop())

let day = 0
async function post(owner: MadeUser, activity: MadeActivity, link: string | null) {
  day += 1
  const id = await portal.make.posting(owner.id, activity, `2026-10-${String(day).padStart(2, '0')}`)
  await portal.sql`update posted_activities set link = ${link} where id = ${id}`
  return id
}
const listed = async (query: string) => {
  const reply: ReviewReply = (await admin('GET', `/review?${query}`)).json()
  return { ids: reply.postings.map(({ id }) => id), count: reply.count }
}
const counts = async (query = ''): Promise<ReviewCounts> => (await admin('GET', `/review/counts?${query}`)).json()

test('the list is narrowed to warnings, to no evidence, to what was resubmitted and to one activity, and each is counted', async () => {
  const bare = await post(sara, seminar, null)
  const twice = [await post(sara, seminar, 'https://a.example/x'), await post(sara, workshop, 'http://www.a.example/x/')]
  // Colleagues at one event link to its page: a note, and no warning.
  const colleagues = [await post(sara, workshop, 'https://b.example'), await post(omar, workshop, 'https://b.example')]
  const pictures = [await post(sara, workshop, 'https://c.example'), await post(omar, seminar, null)]
  for (const id of pictures)
    await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, 'the same picture')`
  const returned = await post(omar, seminar, 'https://d.example')
  const [{ version } = { version: 0 }] = await portal.sql<{ version: number }[]>`
    select version from posted_activities where id = ${returned}`
  await admin('PUT', '/review', { state: 'returned', reason: 'Which day?', postings: [{ id: returned, version }] })
  const { payload, headers } = multipart({
    activity_id: String(seminar.id),
    starting_date: '2026-11-01',
    link: 'https://d.example',
  })
  const session = await portal.startSession(omar)
  await portal.app.inject({ method: 'PUT', url: `/posted-activities/${returned}`, payload, headers: { ...headers, ...session } })

  expect(await listed('mark=no-evidence')).toEqual({ ids: [bare], count: 1 })
  expect((await listed('mark=warning')).ids.toSorted()).toEqual([...twice, ...pictures].toSorted())
  expect(await listed('mark=resubmitted')).toEqual({ ids: [returned], count: 1 })
  expect((await listed(`activity_id=${workshop.id}`)).ids).toEqual([twice[1], ...colleagues, pictures[0]])
  expect((await listed(`activity_id=${workshop.id}&mark=warning`)).ids).toEqual([twice[1], pictures[0]])

  const ofAll = await counts()
  expect(ofAll.marks).toEqual({ warning: 4, 'no-evidence': 1, resubmitted: 1, late: 0 })
  expect(ofAll.activities).toMatchObject([
    { id: seminar.id, count: 4 },
    { id: workshop.id, count: 4 },
  ])
  // Each filter is counted with the others as they are.
  const narrowed = await counts(`activity_id=${workshop.id}&mark=no-evidence`)
  expect(narrowed.marks).toEqual({ warning: 2, 'no-evidence': 0, resubmitted: 0, late: 0 })
  expect(narrowed.activities).toMatchObject([{ id: seminar.id, count: 1 }])
  expect(await counts('state=verified')).toEqual({ marks: null, activities: [] })
})

test('a posting has the mark of a warning exactly if its warning is shown', async () => {
  const { postings }: ReviewReply = (await admin('GET', '/review')).json()
  const isShown = ({ same_image, same_image_elsewhere, same_link, same_link_elsewhere }: PostingToReview) =>
    same_image.length > 0 || same_image_elsewhere || same_link_elsewhere || same_link.some(({ is_note }) => !is_note)
  const shown = postings.filter(isShown)
  expect(shown.map(({ id }) => id)).toEqual((await listed('mark=warning')).ids)
})
