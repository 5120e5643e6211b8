import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import type { ListedReason } from '../../contract/return-reasons.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let member: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff()
})

const list = async (call = admin) => (await call('GET', '/return_reasons')).json().return_reasons as ListedReason[]
let added = 0
async function add(names: Partial<Record<string, string>> = {}, place = 50) {
  added += 1
  const input = { name: `Reason ${added}`, names, place }
  return (await admin('POST', '/return_reasons', input)).json().return_reason as ListedReason
}
const posted = async (owner = member) => portal.make.posting(owner.id, await portal.make.activity(), '2026-10-01')
async function giveBack(ids: readonly number[], fields: object, call = admin) {
  const postings = await portal.sql`select id, version from posted_activities where id = any(${ids}) order by id`
  return call('PUT', '/review', { state: 'returned', postings, ...fields })
}
const chosen = (...reasons: ListedReason[]) => reasons.map(({ id, version }) => ({ id, version }))
const postingOf = async (id: number) =>
  (await (await portal.as(member))('GET', `/posted-activities?user_id=${member.id}`))
    .json()
    .postedActivities.find((one: { id: number }) => one.id === id)

describe('the list', () => {
  test('is in the order of the office, for everybody who is signed in, and changed by administrators', async () => {
    const [second, first] = [await add({}, 2), await add({}, 1)]
    const head = await portal.as(await portal.make.head((await portal.make.department()).id))
    expect((await list(head)).map(({ id }) => id).slice(0, 2)).toEqual([first.id, second.id])
    expect((await head('POST', '/return_reasons', { name: 'Mine', place: 1 })).statusCode).toBe(403)
    const wrong = await admin('POST', '/return_reasons', { name: 'X', place: 100 })
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'The place must be a whole number from 1 to 99.'])
  })

  test('a reason is edited, deleted and restored, and Audit says so in words', async () => {
    const { id, name } = await add({ ckb: 'هۆکار' })
    await admin('PUT', `/return_reasons/${id}`, { name, place: 3, version: 1 })
    await admin('DELETE', `/return_reasons/${id}`)
    expect((await list()).some((one) => one.id === id)).toBe(false)
    expect((await admin('PUT', `/return_reasons/restore/${id}`)).json().return_reason).toMatchObject({
      place: 3,
      names: { ckb: 'هۆکار' },
    })
    const { body } = await admin('GET', '/audit.csv?subject=return_reason')
    expect(body).toContain(`Return reason ${name} edited`)
    expect(body).toContain('Place in the list: 50 → 3')
  })
})

describe('a return', () => {
  test('keeps the texts of its reasons in every language, whatever becomes of the list', async () => {
    const dead = await add({ ckb: 'بەستەر', ar: 'رابط' }, 1)
    const date = await add({ ckb: 'بەروار' }, 2)
    const [id, other] = [await posted(), await posted()]
    const reply = await giveBack([id, other], { reasons: chosen(date, dead), reason: 'See page 2.' })
    expect(reply.statusCode).toBe(200)
    await admin('PUT', `/return_reasons/${dead.id}`, { name: 'Another text', names: { ckb: 'دەقی تر', ar: 'نص آخر' }, place: 1 })
    await admin('DELETE', `/return_reasons/${date.id}`)
    const texts = {
      returned_reason: `${dead.name}\n${date.name}\nSee page 2.`,
      returned_reasons: { ckb: 'بەستەر\nبەروار\nSee page 2.', ar: `رابط\n${date.name}\nSee page 2.` },
    }
    for (const one of [id, other]) {
      expect(await postingOf(one)).toMatchObject(texts)
      const [stored] = await portal.sql`select return_reason_ids from posted_activities where id = ${one}`
      expect(stored).toEqual({ return_reason_ids: [dead.id, date.id] })
    }
    const { entries } = (await admin('GET', `/posted-activities/${id}/history`)).json()
    expect(entries.at(-1)).toMatchObject({ reason: texts.returned_reason, reasons: texts.returned_reasons })
    const [record] =
      await portal.sql`select after from audit where subject = 'posting' and subject_id = ${id} and kind = 'returned'`
    expect(record?.['after']).toMatchObject({ ...texts, return_reason_ids: [dead.id, date.id] })
  })

  test('reaches its reader in their language: notice, record and statement', async () => {
    const reason = await add({ ckb: 'بەڵگەکە ناخوێنرێتەوە.', ar: 'الدليل غير مقروء.' })
    await giveBack([await posted()], { reasons: chosen(reason) })
    const own = await portal.as(member)
    const { cookie } = await portal.startSession(member)
    const [notice] = (await own('GET', '/notices')).json().notices
    expect(notice.details).toMatchObject({
      reason: reason.name,
      reasons: { ckb: 'بەڵگەکە ناخوێنرێتەوە.', ar: 'الدليل غير مقروء.' },
    })
    for (const [language, text] of [
      ['en', reason.name],
      ['ckb', 'بەڵگەکە ناخوێنرێتەوە.'],
      ['ar', 'الدليل غير مقروء.'],
    ] as const) {
      const file = await portal.app.inject({
        url: `/record/csv?user_id=${member.id}`,
        headers: { cookie: `${cookie}; language=${language}` },
      })
      expect(file.body).toContain(text)
    }
    const { statement } = (await own('GET', `/statements?user_id=${member.id}`)).json()
    expect(statement.returned[0].returned_reasons).toEqual({ ckb: 'بەڵگەکە ناخوێنرێتەوە.', ar: 'الدليل غير مقروء.' })
  })

  test('needs a reason of the list or words, and takes either alone', async () => {
    const id = await posted()
    const none = await giveBack([id], { reasons: [], reason: ' ' })
    expect([none.statusCode, none.json().errors]).toEqual([400, [expect.objectContaining({ field: 'reason' })]])
    expect((await giveBack([id], { reason: 'Which day?' })).statusCode).toBe(200)
    expect(await postingOf(id)).toMatchObject({ returned_reason: 'Which day?', returned_reasons: {} })
    expect((await giveBack([await posted()], { reasons: chosen(await add()) })).statusCode).toBe(200)
  })

  test('is not made with a reason that was changed or deleted after it was seen', async () => {
    const id = await posted()
    const [edited, deleted] = [await add(), await add()]
    await admin('PUT', `/return_reasons/${edited.id}`, { name: 'Something else', place: 1 })
    await admin('DELETE', `/return_reasons/${deleted.id}`)
    for (const reason of [edited, deleted]) {
      const reply = await giveBack([id], { reasons: chosen(reason) })
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'returnReasons.changedMeanwhile'])
    }
    expect((await postingOf(id)).state).toBe('posted')
  })

  test('that is undone or answered leaves nothing of its reason with the posting', async () => {
    const reason = await add(Object.fromEntries(translatedLanguages.map((language) => [language, `${language} undone`])))
    const activity = await portal.make.activity()
    const [undone, answered] = [await posted(), await portal.make.posting(member.id, activity, '2026-10-03')]
    await giveBack([undone, answered], { reasons: chosen(reason) })
    await admin('PUT', '/review', { state: 'posted', postings: [{ id: undone, version: 2 }] })
    const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: '2026-10-04' })
    const session = await portal.startSession(member)
    await portal.app.inject({
      method: 'PUT',
      url: `/posted-activities/${answered}`,
      payload,
      headers: { ...headers, ...session },
    })
    const rows = await portal.sql`
      select state, returned_reasons, return_reason_ids from posted_activities where id = any(${[undone, answered]})`
    expect(rows).toEqual([1, 2].map(() => ({ state: 'posted', returned_reasons: {}, return_reason_ids: [] })))
    const { entries } = (await admin('GET', `/posted-activities/${undone}/history`)).json()
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['posted', 'returned', 'taken back'])
  })

  test('by a server of the release before has no translations of an earlier one', async () => {
    const reason = await add({ ckb: 'هی تر' })
    const id = await posted()
    await giveBack([id], { reasons: chosen(reason) })
    await portal.sql`update posted_activities set returned_reason = 'Another' where id = ${id}`
    expect(await postingOf(id)).toMatchObject({ returned_reason: 'Another', returned_reasons: {} })
    await giveBack([id], { reasons: chosen(reason) })
    await portal.sql`update posted_activities set state = 'posted', returned_reason = null, reviewed_by = null, reviewed_at = null
      where id = ${id}`
    expect(await postingOf(id)).toMatchObject({ state: 'posted', returned_reasons: {} })
  })
})
