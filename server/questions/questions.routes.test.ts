import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostWithdrawnQuestions } from '../../contract/limits.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import type { Question } from '../../contract/questions.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { buildApp } from '../app.ts'
import { sayIn } from '../http/language.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

let portal: Portal
let termId: number
let administrator: MadeUser
let admin: Caller
let secondAdministrator: MadeUser
let second: Caller
let member: MadeUser
let staff: Caller
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  secondAdministrator = await portal.make.admin({ name: 'Dara Aziz' })
  second = await portal.as(secondAdministrator)
  termId = (await portal.make.term('Autumn', '2026-09-01', '2027-01-31')).id
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff()
  staff = await portal.as(member)
  activity = await portal.make.activity({ type: 'Attending', score: 3.25 })
  await portal.sql`update terms set questions_until = null where id = ${termId}`
})

async function ask(fields: Record<string, string>, by = staff, image?: Buffer) {
  const { payload, headers } = multipart(fields, image ? { name: 'a.jpg', bytes: image } : undefined)
  return by('POST', '/questions', payload, headers)
}
async function asked(fields: Record<string, string>, by = staff): Promise<Question> {
  const reply = await ask({ text: 'I think this is not right.', ...fields }, by)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().question
}
const decide = (state: string, id: number, version: number, by = admin) =>
  by('PUT', '/review', { state, postings: [{ id, version }], ...(state === 'returned' ? { reason: 'No evidence' } : {}) })
async function returned(): Promise<number> {
  const id = await portal.make.posting(member.id, activity, '2026-10-05')
  expect((await decide('returned', id, 1)).statusCode).toBe(200)
  return id
}
const accept = ({ id, version }: Question, more: object = {}, by = second) =>
  by('PUT', `/questions/accept/${id}`, { version, answer: 'You are right.', ...more })
const decline = ({ id, version }: Question, by = second) =>
  by('PUT', `/questions/decline/${id}`, { version, answer: 'It was counted in spring.' })
const own = async (by = staff): Promise<Question[]> => (await by('GET', '/questions/own')).json().questions
const toAnswer = async (by = second, state = 'open'): Promise<Question[]> =>
  (await by('GET', `/questions?state=${state}`)).json().questions
const scores = async () => (await admin('GET', `/users/id/${member.id}`)).json().user
const notices = async (by = staff) => (await by('GET', '/notices')).json().notices
const codeOf = (reply: { statusCode: number; json: () => { code: string } }) => [reply.statusCode, reply.json().code]

/** The sums of the member, added up again from the postings. */
async function expectSumsRight() {
  const [row] = await portal.sql<[{ right: boolean }]>`
    select s.atts = coalesce(sum(p.score) filter (where p.type = 'Attending' and p.state <> 'returned'), 0)
      and s.total_score = coalesce(s.tp, 0) + coalesce(s.fb, 0) + s.atts + s.acts + s.escore
      and s.verified_count = count(p.id) filter (where p.state = 'verified')
      and s.returned_count = count(p.id) filter (where p.state = 'returned') as right
    from term_scores s left join posted_activities p on p.user_id = s.user_id and p.term_id = s.term_id
    where s.user_id = ${member.id} and s.term_id = ${termId} group by s.user_id, s.term_id`
  expect(row.right).toBe(true)
}

describe('asking', () => {
  test('questions a returned posting, with a link and an image that only the two sides can fetch', async () => {
    const posting_id = String(await returned())
    const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer()
    const fields = { subject: 'posting', posting_id, text: 'The list of names is online.', link: 'https://uni.test.example/list' }
    const reply = await ask(fields, staff, image)
    expect(reply.statusCode).toBe(201)
    expect(reply.json().question).toMatchObject({
      subject: 'posting',
      activity_name: activity.name,
      term_id: termId,
      state: 'open',
      text: 'The list of names is online.',
      link: 'https://uni.test.example/list',
      posting: { state: 'returned', returned_reason: 'No evidence' },
      decided_by_name: 'Rana Wahid',
      messages: [],
    })
    const address = `/uploads/questions/${reply.json().question.image_id}.jpg`
    const { headers } = await staff('GET', address)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' })
    const known = { 'if-none-match': String(headers['etag']) }
    expect((await staff('GET', address, undefined, known)).statusCode).toBe(304)
    expect((await second('GET', address)).statusCode).toBe(200)
    const stranger = await portal.as(await portal.make.staff())
    expect((await stranger('GET', address, undefined, known)).statusCode).toBe(404)
    expect((await portal.app.inject({ url: address })).statusCode).toBe(401)
  })

  test('an image that is no image is refused, and nothing is asked', async () => {
    const reply = await ask({ subject: 'missing', text: 'Spring' }, staff, Buffer.from('<html>'))
    expect(reply.statusCode).toBe(400)
    expect(await own()).toEqual([])
  })

  test('questions a score that is set, one that is not, and something missing', async () => {
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4 })
    expect(await asked({ subject: 'tp' })).toMatchObject({ current_value: 4, decided_by_name: 'Rana Wahid', posting: null })
    expect(await asked({ subject: 'fb' })).toMatchObject({ current_value: null, decided_by_name: null })
    expect(await asked({ subject: 'missing' })).toMatchObject({ current_value: null, activity_name: null })
    expect((await own()).map(({ subject }) => subject)).toEqual(['missing', 'fb', 'tp'])
  })

  test.each([
    [{ subject: 'tp', text: ' ' }],
    [{ subject: 'tp', text: 'a'.repeat(1001) }],
    [{ subject: 'tp', text: 'Why?', link: 'javascript:alert(1)' }],
    [{ subject: 'grade', text: 'Why?' }],
    [{ subject: 'posting', text: 'Why?' }],
    [{ subject: 'tp', text: 'Why?', posting_id: '1' }],
  ])('%j is no question', async (fields) => {
    expect((await ask(fields)).statusCode).toBe(400)
    expect(await own()).toEqual([])
  })

  test('a line has one open question, also when two are sent together', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => ask({ subject: 'tp', text: 'Why?' })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    const [question] = await own()
    const again = await ask({ subject: 'tp', text: 'Why?' })
    expect(codeOf(again)).toEqual([409, 'questions.alreadyOpen'])
    expect(again.json().message).toBe('You have already asked about this and are waiting for an answer.')
    // The line can be questioned anew when it is answered.
    await decline(question as Question)
    await asked({ subject: 'tp' })
  })

  test('a posting that nobody decided cannot be questioned, and one of another member is not found', async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-06')
    const fields = { subject: 'posting', posting_id: String(id), text: 'Why?' }
    expect(codeOf(await ask(fields))).toEqual([409, 'questions.notDecided'])
    const stranger = await portal.as(await portal.make.staff())
    expect(codeOf(await ask(fields, stranger))).toEqual([404, 'postedActivities.notFound'])
    expect((await ask(fields, admin)).statusCode).toBe(403)
  })

  test('after the last day for questions nothing is asked, and what is open is still answered', async () => {
    const question = await asked({ subject: 'tp' })
    const until = (days: number) =>
      portal.sql`update terms set questions_until = current_date + ${days}::int where id = ${termId}`
    await until(0)
    await asked({ subject: 'fb' })
    await until(-1)
    expect(codeOf(await ask({ subject: 'missing', text: 'Spring' }))).toEqual([409, 'termDays.questionsOver'])
    expect((await accept(question, { value: 5 })).statusCode).toBe(200)
  })

  test('the last day is part of the term, and an edit without it keeps it', async () => {
    const dates = { start_date: '2028-09-01', end_date: '2029-01-31' }
    const { term } = (await admin('POST', '/terms', { name: 'Far', ...dates, questions_until: '2029-02-15' })).json()
    expect(term.questions_until).toBe('2029-02-15')
    const edit = async (more: object) => (await admin('PUT', `/terms/${term.id}`, { name: 'Far', ...dates, ...more })).json().term
    expect((await edit({})).questions_until).toBe('2029-02-15')
    expect((await edit({ questions_until: '' })).questions_until).toBeNull()
    const wrong = await admin('PUT', `/terms/${term.id}`, { name: 'Far', ...dates, questions_until: 'soon' })
    expect(codeOf(wrong)).toEqual([400, 'questions.invalidUntil'])
  })
})

describe('the notice of a new question', () => {
  // The next test has the two administrators only.
  afterEach(async () => {
    await portal.sql`update delegations set ended_at = now() where ended_at is null`
    await portal.sql`update users set removed_at = now()
      where role_id = 1 and removed_at is null and id not in (${administrator.id}, ${secondAdministrator.id})`
  })

  /** The people who have the notice, unread or read, in the order of their ids. */
  const readersOf = async ({ id }: { id: number }) =>
    (
      await portal.sql<{ user_id: number }[]>`
        select user_id from notices where kind = 'question asked' and details ->> 'question_id' = ${String(id)} order by user_id`
    ).map(({ user_id }) => user_id)
  const idsOf = (...users: MadeUser[]) => users.map(({ id }) => id).toSorted((a, b) => a - b)
  const remove = (...users: MadeUser[]) =>
    portal.sql`update users set removed_at = now() where id = any(${users.map(({ id }) => id)})`

  test('goes once to each administrator who did not decide the line, with the words of the member', async () => {
    const more = await Promise.all(Array.from({ length: 8 }, () => portal.make.admin()))
    const removed = await portal.make.admin()
    await remove(removed)
    const question = await asked({ subject: 'posting', posting_id: String(await returned()), text: 'The list is online.' })
    expect(await readersOf(question)).toEqual(idsOf(secondAdministrator, ...more))
    expect((await notices(second))[0]).toMatchObject({
      kind: 'question asked',
      term_id: termId,
      is_read: false,
      details: {
        question_id: question.id,
        to: 'office',
        line: 'posting',
        activity_name: activity.name,
        text: 'The list is online.',
        by: member.name,
      },
    })
    expect(await notices()).toMatchObject([{ kind: 'returned' }])
    // There is no decision about something missing.
    const missing = await asked({ subject: 'missing' })
    expect(await readersOf(missing)).toEqual(idsOf(administrator, secondAdministrator, ...more))
  })

  test('goes to the heads and delegates who may review the member, and to nobody else', async () => {
    const [department, other] = [await portal.make.department(), await portal.make.department()]
    const [head, deciding, former] = [
      await portal.make.head(department.id),
      await portal.make.head(department.id),
      await portal.make.head(department.id),
    ]
    const otherHead = await portal.make.head(other.id)
    const [ofHead, ofOther, ofAdministrator, ended, gone] = (await Promise.all(
      Array.from({ length: 5 }, () => portal.make.staff({ department_id: other.id })),
    )) as [MadeUser, MadeUser, MadeUser, MadeUser, MadeUser]
    await portal.make.delegation(head, ofHead)
    await portal.make.delegation(otherHead, ofOther)
    await portal.make.delegation(administrator, ofAdministrator)
    // Two rights still make one notice.
    await portal.make.delegation(secondAdministrator, ofAdministrator)
    const endedDelegation = await portal.make.delegation(head, ended)
    await portal.sql`update delegations set ended_at = now() where id = ${endedDelegation}`
    await portal.make.delegation(administrator, gone)
    await remove(gone, former)
    const colleague = await portal.make.staff({ department_id: department.id })
    const posting = await portal.make.posting(colleague.id, activity, '2026-10-05')
    expect((await decide('returned', posting, 1, await portal.as(deciding))).statusCode).toBe(200)

    const asColleague = await portal.as(colleague)
    const question = await asked({ subject: 'posting', posting_id: String(posting) }, asColleague)
    const office = [administrator, secondAdministrator]
    expect(await readersOf(question)).toEqual(idsOf(...office, head, ofHead, ofAdministrator))
    // These people can answer it now.
    for (const reader of [head, ofHead, ofAdministrator]) {
      const listed = await toAnswer(await portal.as(reader))
      expect(listed.find(({ id }) => id === question.id)).toMatchObject({ obstacle: null })
    }
    // Neither the head who asks nor a delegate of theirs gets the notice.
    const ofHeadHimself = await asked({ subject: 'missing' }, await portal.as(head))
    expect(await readersOf(ofHeadHimself)).toEqual(idsOf(...office, deciding, ofAdministrator))
    // Only administrators get the notice about a score.
    for (const subject of ['tp', 'fb']) expect(await readersOf(await asked({ subject }, asColleague))).toEqual(idsOf(...office))
  })

  test('names the member after an insert by hand, too', async () => {
    const id = await portal.make.question(member.id, 'tp')
    expect((await notices(second))[0]).toMatchObject({ details: { question_id: id, line: 'tp', by: member.name } })
  })

  test('is one sentence in every language', async () => {
    await asked({ subject: 'posting', posting_id: String(await returned()), text: 'The list is online.' })
    const [about] = await notices(second)
    await asked({ subject: 'missing', text: 'The seminar in May.' })
    const [missing] = await notices(second)
    expect(noticeSentence(sayIn('en'), 'en', about)).toBe(
      `${member.name} asked about ${activity.name} in Autumn: The list is online.`,
    )
    expect(noticeSentence(sayIn('en'), 'en', missing)).toBe(
      `${member.name} says something is missing in Autumn: The seminar in May.`,
    )
    for (const language of ['ckb', 'ar'] as const)
      for (const [notice, values] of [
        [about, [member.name, activity.name, 'Autumn', 'The list is online.']],
        [missing, [member.name, 'Autumn', 'The seminar in May.']],
      ])
        for (const value of values) expect(noticeSentence(sayIn(language), language, notice)).toContain(`\u2068${value}\u2069`)
  })

  test.each([
    ['accepted', (question: Question) => accept(question)],
    ['declined', (question: Question) => decline(question)],
    ['withdrawn', ({ id, version }: Question) => staff('PUT', `/questions/withdraw/${id}`, { version })],
    ['withdrawn with its posting', ({ posting }: Question) => staff('DELETE', `/posted-activities/${posting?.id}`)],
  ])('disappears when the question is %s, unless it was read', async (_, end) => {
    const reader = await portal.make.admin()
    const asReader = await portal.as(reader)
    const question = await asked({ subject: 'posting', posting_id: String(await returned()) })
    const other = await asked({ subject: 'missing' })
    const all = idsOf(administrator, secondAdministrator, reader)
    expect(await readersOf(question)).toEqual(idsOf(secondAdministrator, reader))
    const read = (await notices(asReader)).find(({ details }: Notice) => details['question_id'] === question.id)
    expect((await asReader('PUT', '/notices/read', { ids: [read.id] })).statusCode).toBe(200)
    expect((await end(question)).statusCode).toBe(200)
    expect(await readersOf(question)).toEqual([reader.id])
    expect(await readersOf(other)).toEqual(all)
  })

  test('is rolled back with the question', async () => {
    const count = async () => (await portal.sql<[{ count: number }]>`select count(*)::int as count from notices`)[0].count
    const before = await count()
    const undo = new Error('undo')
    const insert = portal.sql.begin(async (tx) => {
      await tx`insert into score_questions (user_id, term_id, subject, text) values (${member.id}, ${termId}, 'missing', 'Spring')`
      const [row] = await tx<[{ count: number }]>`select count(*)::int as count from notices`
      expect(row.count).toBe(before + 2)
      throw undo
    })
    await expect(insert).rejects.toBe(undo)
    expect(await count()).toBe(before)
  })
})

describe('answering', () => {
  test('an accepted question about a returned posting verifies it: it counts, and the sums equal a recount', async () => {
    const id = await returned()
    expect(await scores()).toMatchObject({ atts: 0 })
    const question = await asked({ subject: 'posting', posting_id: String(id) })
    const reply = await accept(question)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().question).toMatchObject({
      state: 'accepted',
      answer: 'You are right.',
      answered_by_name: 'Dara Aziz',
      posting: { state: 'verified' },
    })
    expect(await scores()).toMatchObject({ atts: 3.25 })
    await expectSumsRight()
    expect(await notices()).toMatchObject([
      { kind: 'question accepted', details: { line: 'posting', activity_name: activity.name, text: 'You are right.' } },
      { kind: 'verified' },
    ])
    const { records } = (await admin('GET', `/audit?person=${member.id}`)).json()
    expect(records.slice(0, 3)).toMatchObject([
      { subject: 'question', kind: 'accepted', actor_name: 'Dara Aziz', after: { answer: 'You are right.', line: 'posting' } },
      { subject: 'posting', kind: 'verified', actor_name: 'Dara Aziz' },
      { subject: 'question', kind: 'asked', actor_name: member.name },
    ])
  })

  test('an accepted question about a verified posting unlocks it for its owner', async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-07')
    await decide('verified', id, 1)
    const question = await asked({ subject: 'posting', posting_id: String(id) })
    expect((await accept(question)).json().question.posting).toMatchObject({ state: 'posted' })
    await expectSumsRight()
  })

  test('an accepted question about a score sets it, in the same transaction', async () => {
    await admin('PUT', `/users/edit-feedback/${member.id}`, { fb: 4 })
    const question = await asked({ subject: 'fb' })
    expect(codeOf(await accept(question))).toEqual([400, 'questions.valueRequired'])
    expect(codeOf(await accept(question, { value: 1.25 }))).toEqual([400, 'questions.valueRequired'])
    // The score was another one when the answer was written.
    expect(codeOf(await accept(question, { value: 6, previous: 3 }))).toEqual([409, 'scoring.changedMeanwhile'])
    expect(await scores()).toMatchObject({ fb: 4 })
    const reply = await accept(question, { value: 6.5, previous: 4 })
    expect(reply.json().question).toMatchObject({ state: 'accepted', accepted_value: 6.5, current_value: 6.5 })
    expect(await scores()).toMatchObject({ fb: 6.5, total_score: 6.5 })
    await expectSumsRight()
  })

  test('something missing is answered in words: nothing else changes', async () => {
    const question = await asked({ subject: 'missing' })
    expect((await accept(question)).json().question).toMatchObject({ state: 'accepted', accepted_value: null })
    expect(await scores()).toMatchObject({ total_score: 0 })
  })

  test('a declined one has its reason and changes nothing', async () => {
    const question = await asked({ subject: 'posting', posting_id: String(await returned()) })
    expect((await second('PUT', `/questions/decline/${question.id}`, { version: 1, answer: '' })).json().code).toBe(
      'questions.answerRequired',
    )
    expect((await decline(question)).json().question).toMatchObject({
      state: 'declined',
      answer: 'It was counted in spring.',
      posting: { state: 'returned' },
    })
    expect((await notices())[0]).toMatchObject({ kind: 'question declined', details: { text: 'It was counted in spring.' } })
    expect((await toAnswer(second, 'done')).map(({ id }) => id)).toContain(question.id)
  })

  test('whoever returned the posting or set the score may not answer', async () => {
    const posting = await asked({ subject: 'posting', posting_id: String(await returned()) })
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4 })
    const score = await asked({ subject: 'tp' })
    for (const reply of [
      await accept(posting, {}, admin),
      await decline(posting, admin),
      await accept(score, { value: 9 }, admin),
    ])
      expect(codeOf(reply)).toEqual([403, 'questions.decidedYourself'])
    expect(await scores()).toMatchObject({ tp: 4, atts: 0 })
    const obstacles = async (by: Caller) =>
      (await toAnswer(by)).filter(({ user_id }) => user_id === member.id).map(({ obstacle }) => obstacle)
    expect(await obstacles(admin)).toEqual(['decided', 'decided'])
    expect(await obstacles(second)).toEqual([null, null])
    // The user who decided it later may not answer either: a third administrator is there to answer.
    const third = await portal.make.admin()
    await second('PUT', `/users/edit-tp/${member.id}`, { tp: 5 })
    expect(codeOf(await accept(score, { value: 9 }))).toEqual([403, 'questions.decidedYourself'])
    expect(codeOf(await accept(score, { value: 9 }, admin))).toEqual([403, 'questions.decidedYourself'])
    await portal.sql`update users set removed_at = now() where id = ${third.id}`
  })

  test('the database itself refuses an answer by the member and by who decided', async () => {
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4 })
    const { id } = await asked({ subject: 'tp' })
    const answer = (by: number) => portal.sql`
      update score_questions set state = 'declined', answer = 'No', answered_by = ${by}, answered_at = now() where id = ${id}`
    await expect(answer(member.id)).rejects.toMatchObject({ constraint: 'score_questions_not_by_oneself' })
    await expect(answer(administrator.id)).rejects.toMatchObject({ constraint: 'score_questions_not_by_decider' })
  })

  test('of two who answer at the same time one is refused because it is answered', async () => {
    const question = await asked({ subject: 'tp' })
    const replies = await Promise.all([accept(question, { value: 7 }, admin), decline(question, second)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('questions.alreadyAnswered')
    const [answered] = await own()
    expect(await scores()).toMatchObject({ tp: answered?.state === 'accepted' ? 7 : 0 })
  })

  test('a posting that was edited since it was read is not verified unseen', async () => {
    const id = await returned()
    const question = await asked({ subject: 'posting', posting_id: String(id) })
    const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: '2026-10-09' })
    expect((await staff('PUT', `/posted-activities/${id}`, payload, headers)).statusCode).toBe(200)
    const reply = await accept(question, { posting_version: question.posting?.version })
    expect(codeOf(reply)).toEqual([409, 'review.changedMeanwhile'])
    expect((await own())[0]).toMatchObject({ state: 'open', posting: { state: 'posted' } })
  })

  test('nobody answers their own question, also as a head of department', async () => {
    const department = await portal.make.department()
    const head = await portal.make.head(department.id)
    const asHead = await portal.as(head)
    const question = await asked({ subject: 'missing' }, asHead)
    expect(codeOf(await decline(question, asHead))).toEqual([404, 'questions.notFound'])
  })

  test('heads answer within their department; a score only where they may set it', async () => {
    const department = await portal.make.department()
    const asHead = await portal.as(await portal.make.head(department.id))
    const colleague = await portal.make.staff({ department_id: department.id })
    const asColleague = await portal.as(colleague)
    const missing = await asked({ subject: 'missing' }, asColleague)
    const score = await asked({ subject: 'tp' }, asColleague)
    const foreign = await asked({ subject: 'missing' })
    expect((await toAnswer(asHead)).map(({ id, obstacle }) => [id, obstacle])).toEqual([
      [missing.id, null],
      [score.id, 'score'],
    ])
    expect(codeOf(await decline(foreign, asHead))).toEqual([404, 'questions.notFound'])
    expect(codeOf(await decline(score, asHead))).toEqual([403, 'questions.needsScore'])
    expect((await accept(missing, {}, asHead)).statusCode).toBe(200)
    const { records } = (await admin('GET', `/audit?person=${colleague.id}`)).json()
    expect(records[0]).toMatchObject({ kind: 'accepted', capacity: { as: 'head', department_id: department.id } })
  })

  test('heads who may set scores answer questions about them', async () => {
    const department = await portal.make.department()
    const head = await portal.make.head(department.id)
    const asColleague = await portal.as(await portal.make.staff({ department_id: department.id }))
    const question = await asked({ subject: 'tp' }, asColleague)
    const settings = readSettings({ LOG_LEVEL: 'silent', HEADS_MAY_SCORE: 'yes' })
    const app = await buildApp(portal.database, settings, createLogger('silent'))
    const headers = await portal.startSession(head)
    const reply = await app.inject({
      method: 'PUT',
      url: `/questions/accept/${question.id}`,
      headers,
      payload: { version: question.version, answer: 'Right', value: 8 },
    })
    await app.close()
    expect(reply.json().question).toMatchObject({ accepted_value: 8, current_value: 8 })
  })

  test('a delegate answers what the lender may and did not decide, and never about a score', async () => {
    const [delegate, ofDecider] = [await portal.make.staff(), await portal.make.staff()]
    await portal.make.delegation(secondAdministrator, delegate)
    await portal.make.delegation(administrator, ofDecider)
    const asDelegate = await portal.as(delegate)
    const question = await asked({ subject: 'posting', posting_id: String(await returned()) })
    const score = await asked({ subject: 'tp' })
    expect(codeOf(await accept(score, { value: 3 }, asDelegate))).toEqual([403, 'questions.needsScore'])
    const asOfDecider = await portal.as(ofDecider)
    expect((await toAnswer(asOfDecider)).find(({ id }) => id === question.id)).toMatchObject({ obstacle: 'lender' })
    expect(codeOf(await accept(question, {}, asOfDecider))).toEqual([403, 'questions.decidedByLender'])
    // Another lender does not make them impartial, nor does the end of what the decider lent.
    await portal.make.delegation(secondAdministrator, ofDecider)
    expect(codeOf(await accept(question, {}, asOfDecider))).toEqual([403, 'questions.decidedByLender'])
    await portal.sql`update delegations set ended_at = now() where lender_id = ${administrator.id} and delegate_id = ${ofDecider.id}`
    expect((await toAnswer(asOfDecider)).find(({ id }) => id === question.id)).toMatchObject({ obstacle: 'lender' })
    expect(codeOf(await decline(question, asOfDecider))).toEqual([403, 'questions.decidedByLender'])
    // The delegation was over before the term began.
    await portal.sql`update delegations set starts_at = '2020-01-01', ended_at = '2020-02-01'
      where lender_id = ${administrator.id} and delegate_id = ${ofDecider.id}`
    expect((await toAnswer(asOfDecider)).find(({ id }) => id === question.id)).toMatchObject({ obstacle: null })
    expect((await accept(question, {}, asDelegate)).json().question).toMatchObject({
      posting: { state: 'verified' },
      last_resort: false,
    })
    await portal.sql`update delegations set ended_at = now() where ended_at is null`
  })
})

test('a question about the posting of a member who has moved is answered, and accepted, where the member is now', async () => {
  const [before, now] = [await portal.make.department(), await portal.make.department()]
  const [former, head] = [await portal.make.head(before.id), await portal.make.head(now.id)]
  await portal.sql`update users set department_id = ${before.id} where id = ${member.id}`
  const id = await returned()
  await portal.sql`update users set department_id = ${now.id} where id = ${member.id}`
  const question = await asked({ subject: 'posting', posting_id: String(id) })
  expect((await accept(question, {}, await portal.as(former))).statusCode).toBe(404)
  const asHead = await portal.as(head)
  // Without a question it is the former department that reviews it.
  expect((await decide('verified', id, 2, asHead)).statusCode).toBe(403)
  expect((await toAnswer(asHead, 'mine')).map((one) => one.id)).toContain(question.id)
  const reply = await accept(question, {}, asHead)
  expect(reply.json().question, reply.body).toMatchObject({ state: 'accepted', posting: { state: 'verified' } })
  const [record] = await portal.sql`select actor_id, capacity from audit where kind = 'verified' order by id desc limit 1`
  expect(record).toMatchObject({ actor_id: head.id, capacity: { as: 'head', department_id: now.id } })
})

test('who decided cannot become the last one who may answer by lending to the other administrators', async () => {
  await portal.make.delegation(administrator, secondAdministrator)
  const question = await asked({ subject: 'posting', posting_id: String(await returned()) })
  expect(question.last_resort).toBe(false)
  expect(codeOf(await decline(question, admin))).toEqual([403, 'questions.decidedYourself'])
  expect((await decline(question, second)).statusCode).toBe(200)
  await portal.sql`update delegations set ended_at = now() where ended_at is null`
})

describe('where only the person who decided can answer', () => {
  /** The second administrator is away for one test. */
  beforeEach(() => portal.sql`update users set removed_at = now() where id = ${secondAdministrator.id}`)
  afterEach(async () => {
    await portal.sql`update users set removed_at = null where id = ${secondAdministrator.id}`
    await portal.sql`update delegations set ended_at = now() where ended_at is null`
    second = await portal.as(secondAdministrator)
  })
  const mine = async (by: Caller) => (await toAnswer(by, 'mine')).map(({ id }) => id)
  const count = async (by: Caller) => (await by('GET', '/questions/count')).json().count

  test('they may, have a notice, and the thread says so to both sides', async () => {
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4 })
    const question = await asked({ subject: 'tp' })
    expect(question).toMatchObject({ last_resort: true, obstacle: null })
    expect((await notices(admin))[0]).toMatchObject({ kind: 'question asked', details: { question_id: question.id } })
    expect((await toAnswer(admin)).find(({ id }) => id === question.id)).toMatchObject({ last_resort: true, obstacle: null })
    expect(await mine(admin)).toContain(question.id)
    const reply = await accept(question, { value: 6 }, admin)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().question).toMatchObject({ state: 'accepted', last_resort: true, answered_by_name: 'Rana Wahid' })
    expect((await own())[0]).toMatchObject({ state: 'accepted', last_resort: true })
    const { records } = (await admin('GET', `/audit?person=${member.id}&subject=question`)).json()
    expect(records[0]).toMatchObject({ kind: 'accepted', after: { last_resort: true } })
    // The database refuses an answer that does not say that it is a last resort.
    const other = await asked({ subject: 'tp' })
    const quiet = portal.sql`update score_questions set state = 'declined', answer = 'No', answered_by = ${administrator.id},
      answered_at = now() where id = ${other.id}`
    await expect(quiet).rejects.toMatchObject({ constraint: 'score_questions_not_by_decider' })
  })

  test('a delegate of theirs may, too, and neither may as soon as there is another person', async () => {
    const department = await portal.make.department()
    const colleague = await portal.make.staff({ department_id: department.id })
    const asColleague = await portal.as(colleague)
    const delegate = await portal.make.staff()
    await portal.make.delegation(administrator, delegate)
    const asDelegate = await portal.as(delegate)
    const posting = await portal.make.posting(colleague.id, activity, '2026-10-05')
    await decide('returned', posting, 1)
    const question = await asked({ subject: 'posting', posting_id: String(posting) }, asColleague)
    expect(question.last_resort).toBe(true)
    const before = await count(admin)
    for (const by of [admin, asDelegate]) expect(await mine(by)).toContain(question.id)
    // The department has a head now.
    const asHead = await portal.as(await portal.make.head(department.id))
    expect(await mine(asHead)).toEqual([question.id])
    expect(await count(asHead)).toBe(1)
    for (const by of [admin, asDelegate]) expect(await mine(by)).not.toContain(question.id)
    expect(await count(admin)).toBe(before - 1)
    expect(codeOf(await decline(question, admin))).toEqual([403, 'questions.decidedYourself'])
    expect(codeOf(await decline(question, asDelegate))).toEqual([403, 'questions.decidedByLender'])
    expect((await own(asColleague))[0]).toMatchObject({ last_resort: false })
    // The head is no other person for a score, unless heads may set scores.
    await admin('PUT', `/users/edit-tp/${colleague.id}`, { tp: 4 })
    expect(await asked({ subject: 'tp' }, asColleague)).toMatchObject({ last_resort: true })
  })

  test('heads who may set scores are another person, and have the notice', async () => {
    const department = await portal.make.department()
    const head = await portal.make.head(department.id)
    const colleague = await portal.make.staff({ department_id: department.id })
    await admin('PUT', `/users/edit-tp/${colleague.id}`, { tp: 4 })
    const settings = readSettings({ LOG_LEVEL: 'silent', HEADS_MAY_SCORE: 'yes' })
    const app = await buildApp(portal.database, settings, createLogger('silent'))
    const { payload, headers } = multipart({ subject: 'tp', text: 'Why?' })
    const session = await portal.startSession(colleague)
    const reply = await app.inject({ method: 'POST', url: '/questions', payload, headers: { ...headers, ...session } })
    await app.close()
    expect(reply.json().question).toMatchObject({ last_resort: false })
    const readers = await portal.sql<{ user_id: number }[]>`
      select user_id from notices where kind = 'question asked' and details ->> 'question_id' = ${String(reply.json().question.id)}`
    expect(readers.map(({ user_id }) => user_id)).toEqual([head.id])
  })
})

describe('the thread', () => {
  /** The ids of authors are for readers who have their pages. */
  const withoutIds = (messages: Question['messages'] = []) => messages.map(({ author_id: _, ...message }) => message)

  test('is the same for both sides, and each hears of what the other wrote', async () => {
    const question = await asked({ subject: 'missing' })
    const write = (by: Caller, text: string) => by('POST', `/questions/messages/${question.id}`, { text })
    expect((await write(second, 'Which seminar?')).statusCode).toBe(201)
    expect((await notices())[0]).toMatchObject({ kind: 'question message', details: { by: 'Dara Aziz', text: 'Which seminar?' } })
    expect((await write(staff, 'The one in May.')).statusCode).toBe(201)
    expect((await notices(second))[0]).toMatchObject({ kind: 'question message', details: { by: member.name } })
    const [mine] = await own()
    const theirs = (await toAnswer()).find(({ id }) => id === question.id)
    expect(mine?.messages).toMatchObject([
      { author_name: 'Dara Aziz', is_member: false, text: 'Which seminar?' },
      { author_name: member.name, is_member: true, text: 'The one in May.' },
    ])
    expect(withoutIds(theirs?.messages)).toEqual(withoutIds(mine?.messages))
    // Who has the pages of people gets the ids of the authors; the member gets none.
    expect(theirs?.messages.map(({ author_id }) => author_id)).toEqual([secondAdministrator.id, member.id])
    expect(mine?.messages.map(({ author_id }) => author_id)).toEqual([null, null])
    await decline(question)
    expect(codeOf(await write(staff, 'But …'))).toEqual([409, 'questions.alreadyAnswered'])
    const [answered] = await own()
    expect(answered).toMatchObject({ answered_by_name: 'Dara Aziz', answered_by_id: null, decided_by_id: null })
    const [seen] = await toAnswer(admin, 'done')
    expect(seen).toMatchObject({ id: question.id, answered_by_id: secondAdministrator.id })
    // The message is answered.
    expect((await notices()).filter(({ is_read }: { is_read: boolean }) => !is_read)).toHaveLength(1)
  })

  test('is not reached by another member', async () => {
    const question = await asked({ subject: 'missing' })
    const stranger = await portal.as(await portal.make.staff())
    expect((await stranger('POST', `/questions/messages/${question.id}`, { text: 'Hello' })).statusCode).toBe(404)
    expect((await stranger('PUT', `/questions/withdraw/${question.id}`, { version: 1 })).statusCode).toBe(404)
  })

  test('one side writes ten messages in a row, also when two are sent at once; the answer of the other side lets it go on', async () => {
    const { id } = await asked({ subject: 'missing' })
    const write = (by: Caller, text: string) => by('POST', `/questions/messages/${id}`, { text })
    for (let n = 1; n <= 9; n += 1) expect((await write(staff, `Message ${n}`)).statusCode).toBe(201)
    const last = await Promise.all([write(staff, 'Tenth'), write(staff, 'Eleventh')])
    expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const refused = await write(staff, 'Twelfth')
    expect(codeOf(refused)).toEqual([409, 'questions.waitForAnswer'])
    const sentence = '10 messages wait for an answer. You can write again after it.'
    expect(refused.json().errors).toMatchObject([{ field: 'text', message: sentence }])
    // The office counts as one side, whoever writes, and has its own ten.
    for (let n = 1; n <= 10; n += 1) expect((await write(n % 2 ? admin : second, `Reply ${n}`)).statusCode).toBe(201)
    expect(codeOf(await write(admin, 'More'))).toEqual([409, 'questions.waitForAnswer'])
    expect((await write(staff, 'Thank you')).statusCode).toBe(201)
  })

  test('comes with its newest messages, and the earlier ones page by page to those who may read it', async () => {
    const { id } = await asked({ subject: 'missing' })
    for (let n = 1; n <= 45; n += 1)
      await portal.sql`insert into question_messages (question_id, author_id, text)
        values (${id}, ${n % 2 ? member.id : administrator.id}, ${`Message ${n}`})`
    const texts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `Message ${from + n}`)
    const textsOf = (messages: Question['messages'] = []) => messages.map(({ text }) => text)
    const [mine] = await own()
    expect(textsOf(mine?.messages)).toEqual(texts(26, 45))
    expect(mine?.message_count).toBe(45)
    const theirs = (await toAnswer()).find((one) => one.id === id)
    expect([withoutIds(theirs?.messages), theirs?.message_count]).toEqual([withoutIds(mine?.messages), 45])
    const pageBefore = async (message: { id: number } | undefined, by = staff): Promise<Question['messages']> =>
      (await by('GET', `/questions/messages/${id}?before=${message?.id}`)).json().messages
    const earlier = await pageBefore(mine?.messages[0])
    expect(textsOf(earlier)).toEqual(texts(6, 25))
    expect(withoutIds(await pageBefore(mine?.messages[0], second))).toEqual(withoutIds(earlier))
    expect(textsOf(await pageBefore(earlier[0]))).toEqual(texts(1, 5))
    const stranger = await portal.as(await portal.make.staff())
    expect((await stranger('GET', `/questions/messages/${id}?before=999999`)).statusCode).toBe(404)
  })

  test('messages and questions are kept: the database refuses to change or delete them', async () => {
    const { id } = await asked({ subject: 'missing' })
    await staff('POST', `/questions/messages/${id}`, { text: 'In May' })
    const kept = { code: 'SP004' }
    await expect(portal.sql`update question_messages set text = 'x' where question_id = ${id}`).rejects.toMatchObject(kept)
    await expect(portal.sql`delete from question_messages where question_id = ${id}`).rejects.toMatchObject(kept)
    await expect(portal.sql`update score_questions set text = 'x' where id = ${id}`).rejects.toMatchObject(kept)
    await expect(portal.sql`delete from score_questions where id = ${id}`).rejects.toMatchObject(kept)
    await staff('PUT', `/questions/withdraw/${id}`, { version: 1 })
    await expect(portal.sql`update score_questions set state = 'open' where id = ${id}`).rejects.toMatchObject(kept)
  })

  test('the member withdraws an open question, once', async () => {
    const { id, version } = await asked({ subject: 'missing' })
    const withdraw = () => staff('PUT', `/questions/withdraw/${id}`, { version })
    expect((await withdraw()).json().question).toMatchObject({ state: 'withdrawn' })
    expect(codeOf(await withdraw())).toEqual([409, 'questions.alreadyAnswered'])
    expect((await toAnswer()).map((one) => one.id)).not.toContain(id)
  })

  test('asking and withdrawing in turn ends after twenty times, for that member alone', async () => {
    const [one, other] = [await portal.make.staff(), await portal.make.staff()]
    const [byOne, byOther] = [await portal.as(one), await portal.as(other)]
    for (let count = 0; count < mostWithdrawnQuestions; count += 1) {
      const { id, version } = await asked({ subject: 'missing' }, byOne)
      await byOne('PUT', `/questions/withdraw/${id}`, { version })
    }
    const refused = await ask({ subject: 'missing', text: 'Once more.' }, byOne)
    expect(codeOf(refused)).toEqual([409, 'questions.tooManyWithdrawn'])
    expect(refused.json().errors).toMatchObject([{ field: 'text' }])
    await asked({ subject: 'missing' }, byOther)
  })

  test('deleting the posting withdraws its question, which keeps the name', async () => {
    const postingId = await returned()
    await asked({ subject: 'posting', posting_id: String(postingId) })
    expect((await staff('DELETE', `/posted-activities/${postingId}`)).statusCode).toBe(200)
    expect((await own())[0]).toMatchObject({ state: 'withdrawn', posting: null, activity_name: activity.name })
  })
})

describe('a closed term', () => {
  test('changes nothing any more, and its closing ends what is open and notifies both sides', async () => {
    const { id } = await portal.make.term('Spring', '2027-02-01', '2027-06-30')
    const term_id = String(id)
    const open = await asked({ subject: 'missing', term_id })
    const withdrawn = await asked({ subject: 'tp', term_id })
    await staff('PUT', `/questions/withdraw/${withdrawn.id}`, { version: 1 })
    expect((await admin('DELETE', `/terms/${id}`)).json().code).toBe('terms.notEmpty')
    expect((await admin('GET', `/terms/close/${id}`)).json()).toMatchObject({ open_questions: 1 })
    expect((await admin('PUT', `/terms/close/${id}`, {})).statusCode).toBe(200)

    const closed = [409, 'terms.closed']
    expect(codeOf(await ask({ subject: 'fb', text: 'Why?', term_id }))).toEqual(closed)
    expect(codeOf(await accept(open))).toEqual(closed)
    expect(codeOf(await decline(open))).toEqual(closed)
    expect(codeOf(await staff('PUT', `/questions/withdraw/${open.id}`, { version: 1 }))).toEqual(closed)
    expect(codeOf(await staff('POST', `/questions/messages/${open.id}`, { text: 'Hello' }))).toEqual(closed)
    expect((await toAnswer()).map((one) => one.id)).not.toContain(open.id)
    expect((await toAnswer(second, 'done')).find((one) => one.id === open.id)).toMatchObject({ state: 'unanswered' })
    expect((await own()).map(({ state }) => state)).toEqual(['withdrawn', 'unanswered'])
    const sentence = (notice: Notice) => noticeSentence(sayIn('en'), 'en', notice)
    const [closing, ended] = await notices()
    expect(closing.kind).toBe('term closed')
    expect(ended).toMatchObject({ kind: 'question unanswered', details: { question_id: open.id, to: 'member' } })
    expect(sentence(ended)).toBe('Your question about Something missing was not answered before Spring was closed.')
    for (const by of [admin, second]) {
      const [newest, ...before] = await notices(by)
      expect(sentence(newest)).toBe(
        '1 question that you could have answered was still open when Spring was closed. It has ended without an answer.',
      )
      expect(before.map(({ details }: Notice) => details['question_id'])).not.toContain(open.id)
    }
    const { records } = (await admin('GET', `/audit?person=${member.id}&subject=question`)).json()
    expect(records[0]).toMatchObject({ kind: 'unanswered', actor_name: 'Rana Wahid', after: { line: 'missing', term_id: id } })
    const { statement } = (await staff('GET', `/statements?user_id=${member.id}&term_id=${id}`)).json()
    expect(statement.questions).toMatchObject([{ subject: 'missing', state: 'unanswered', answer: null }])
  })

  test('that is reopened lets a member ask again what was not answered, also after the last day for questions', async () => {
    const { id } = await portal.make.term('Summer', '2027-07-01', '2027-08-31')
    const term_id = String(id)
    const first = await asked({ subject: 'missing', term_id })
    await admin('PUT', `/terms/close/${id}`, {})
    await admin('PUT', `/terms/reopen/${id}`, { reason: 'Questions were not answered' })
    expect(noticeSentence(sayIn('en'), 'en', (await notices())[0])).toBe(
      'Rana Wahid reopened Summer, and you can ask again what was not answered: Questions were not answered',
    )
    expect(codeOf(await accept({ ...first, version: first.version + 1 }))).toEqual([409, 'questions.alreadyAnswered'])
    await portal.sql`update terms set questions_until = current_date - 1 where id = ${id}`
    // Nothing was asked about this in time.
    expect(codeOf(await ask({ subject: 'tp', text: 'Why?', term_id }))).toEqual([409, 'termDays.questionsOver'])
    const again = await asked({ subject: 'missing', term_id })
    expect((await decline(again)).statusCode).toBe(200)
    // A question may be asked again once: it has its answer now.
    expect(codeOf(await ask({ subject: 'missing', text: 'Why?', term_id }))).toEqual([409, 'termDays.questionsOver'])
  })

  test('is closed while a question is answered or written to: each is done or refused, none fails', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await portal.make.term(`Round ${round}`, `${2040 + round}-01-01`, `${2040 + round}-12-31`)
      const question = await asked({ subject: 'missing', term_id: String(id) })
      const replies = await Promise.all([
        decline(question),
        admin('PUT', `/terms/close/${id}`, {}),
        staff('POST', `/questions/messages/${question.id}`, { text: 'In May' }),
      ])
      for (const reply of replies) expect([200, 201, 409], reply.body).toContain(reply.statusCode)
      const [found] = (await own()).filter((one) => one.id === question.id)
      expect(found?.state).toBe(replies[0].statusCode === 200 ? 'declined' : 'unanswered')
    }
  })
})
