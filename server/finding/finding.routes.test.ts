import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FindReply } from '../../contract/finding.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let users: Record<'admin' | 'head' | 'member' | 'delegate', MadeUser>
let as: Record<keyof typeof users, Caller>
let physics: { id: number; name: string }
let chemistry: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal()
  const { make, sql } = portal
  await make.term('Academic year 2026', '2026-09-01', '2027-08-31')
  await make.term('Academic year 2025', '2025-09-01', '2026-08-31', { names: { ckb: 'ساڵی ئەکادیمی', ar: 'السنة الدراسية' } })
  physics = await make.department('Physics', { names: { ckb: 'فیزیا', ar: 'الفيزياء' } })
  chemistry = await make.department('Chemistry')
  users = {
    admin: await make.admin({ name: 'Rozhin Admin' }),
    head: await make.head(physics.id),
    member: await make.staff({ name: 'Dr. Özgür Öztürk', department_id: physics.id }),
    delegate: await make.staff({ name: 'Delegate Review', department_id: chemistry.id }),
  }
  await make.delegation(users.head, users.delegate)
  await make.staff({ name: 'عائشة محەمەد', department_id: chemistry.id, username: 'aisha.m' })
  await make.activity({ name: 'Conference talk', names: { ckb: 'وتاری کۆنفرانس', ar: 'محاضرة في مؤتمر' } })
  await sql`insert into activities (name, description, type, score, removed_at) values ('Conference of before', 'Gone', 'Elective', 1, now())`
  as = {
    admin: await portal.as(users.admin),
    head: await portal.as(users.head),
    member: await portal.as(users.member),
    delegate: await portal.as(users.delegate),
  }
})
afterAll(() => portal.stop())

async function find(by: keyof typeof users, q: string): Promise<FindReply> {
  const reply = await as[by]('GET', `/find?q=${encodeURIComponent(q)}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const names = (group: { found: { name: string }[] }) => group.found.map(({ name }) => name)

describe('administrators', () => {
  test.each([
    ['ozturk', 'Dr. Özgür Öztürk'],
    ['OZGUR ozt', 'Dr. Özgür Öztürk'],
    ['عايشه', 'عائشة محەمەد'],
    ['محمد', 'عائشة محەمەد'],
    ['محمود', undefined],
    ['aisha.m', 'عائشة محەمەد'],
    ['rozhin', 'Rozhin Admin'],
  ])('search people for %s and find %s', async (q, name) => {
    expect(names((await find('admin', q)).people)).toEqual(name === undefined ? [] : [name])
  })

  test('find an activity by its name in any language, and none that was removed', async () => {
    for (const q of ['confer', 'كونفرانس', 'مؤتمر'])
      expect(names((await find('admin', q)).activities)).toEqual(['Conference talk'])
  })

  test('find departments with the number of their members, and terms, the newest first', async () => {
    const { departments } = await find('admin', 'فیزیا')
    expect(departments.found).toEqual([
      { id: physics.id, name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' }, member_count: 2 },
    ])
    const { terms } = await find('admin', 'year ٢٠٢')
    expect(names(terms)).toEqual(['Academic year 2026', 'Academic year 2025'])
    expect(terms.found[0]).toMatchObject({ status: 'open', is_current: true, start_date: '2026-09-01' })
  })

  test('find a faculty by its name in any language, and none that was removed; nobody else finds any', async () => {
    const { id } = await portal.make.faculty('Faculty of Sciences', { names: { ckb: 'کۆلێژی زانست', ar: 'كلية العلوم' } })
    const gone = await portal.make.faculty('Sciences of before')
    await portal.sql`update faculties set removed_at = now() where id = ${gone.id}`
    for (const q of ['sciences', 'زانست', 'العلوم'])
      expect((await find('admin', q)).faculties?.found).toMatchObject([{ id, name: 'Faculty of Sciences' }])
    for (const by of ['head', 'member', 'delegate'] as const)
      expect((await find(by, 'sciences')).faculties).toEqual({ found: [], more: false })
    const reader = await portal.as(await portal.make.withRights(['reader']))
    expect((await reader('GET', '/find?q=sciences')).json().faculties.found).toEqual([])
  })

  test('find a term by its name in any language', async () => {
    for (const q of ['year 2025', 'ئەکادیمی', 'الدراسيه'])
      expect(names((await find('admin', q)).terms)).toEqual(['Academic year 2025'])
  })

  test('learn whether the list of the staff has somebody', async () => {
    const scored = async (q: string) => (await find('admin', q)).people.found.map(({ is_scored }) => is_scored)
    expect(await scored('ozturk')).toEqual([true])
    expect(await scored('rozhin')).toEqual([false])
  })

  test('find five of a kind at most, those first whose name begins with the search, and learn that there are more', async () => {
    const { make } = portal
    for (const name of ['Sub Ref', 'Xref', 'Refik A', 'Refik B', 'Refik C', 'Refik D']) await make.staff({ name })
    const { people } = await find('admin', 'ref')
    expect(names(people)).toEqual(['Refik A', 'Refik B', 'Refik C', 'Refik D', 'Sub Ref'])
    expect(people.more).toBe(true)
    expect((await find('admin', 'refik')).people).toMatchObject({ more: false })
  })

  test('find the same name in another spelling, after those who are spelt as searched', async () => {
    for (const name of ['حوسێن کەریم', 'عبد الحسين', 'حسين علي']) await portal.make.staff({ name })
    expect(names((await find('admin', 'حسين')).people)).toEqual(['حسين علي', 'عبد الحسين', 'حوسێن کەریم'])
    expect(names((await find('admin', 'حوسێن')).people)).toEqual(['حوسێن کەریم', 'حسين علي', 'عبد الحسين'])
  })

  test('find a person by each of the two names', async () => {
    await portal.make.staff({ name: 'شیلان قادر', other_name: 'Shilan Qadir', department_id: physics.id })
    for (const by of ['admin', 'head'] as const)
      for (const q of ['shilan', 'شيلان', 'قادیر'])
        expect((await find(by, q)).people.found).toMatchObject([{ name: 'شیلان قادر', other_name: 'Shilan Qadir' }])
  })

  test('do not find who was removed', async () => {
    const gone = await portal.make.staff({ name: 'Gone Forever' })
    await portal.sql`update users set removed_at = now() where id = ${gone.id}`
    expect(names((await find('admin', 'gone forever')).people)).toEqual([])
  })

  test('do not find a department that was removed, and its members have none', async () => {
    const removed = await portal.make.department('Alchemy')
    await portal.make.staff({ name: 'Paracelsus', department_id: removed.id })
    await portal.sql`update departments set removed_at = now() where id = ${removed.id}`
    expect(names((await find('admin', 'alchemy')).departments)).toEqual([])
    expect((await find('admin', 'paracelsus')).people.found).toMatchObject([{ department_name: null }])
  })
})

describe('heads of department', () => {
  test('find the members of the own department and itself, nobody else and no other department', async () => {
    expect(names((await find('head', 'ozturk')).people)).toEqual(['Dr. Özgür Öztürk'])
    expect(names((await find('head', 'عائشة')).people)).toEqual([])
    expect(names((await find('head', 'delegate')).people)).toEqual([])
    expect(names((await find('head', 'rozhin')).people)).toEqual([])
    expect(names((await find('head', 'physics')).departments)).toEqual(['Physics'])
    expect(names((await find('head', 'chemistry')).departments)).toEqual([])
    expect(names((await find('head', 'conference')).activities)).toEqual(['Conference talk'])
  })

  test('find a member in another spelling of the name', async () => {
    await portal.make.staff({ name: 'مستەفا عوسمان', department_id: physics.id })
    await portal.make.staff({ name: 'مستەفا عەلی', department_id: chemistry.id })
    expect(names((await find('head', 'مصطفى')).people)).toEqual(['مستەفا عوسمان'])
  })

  test('do not find a member by the username, which their list does not show', async () => {
    const hidden = await portal.make.staff({ name: 'Hidden Name', department_id: physics.id, username: 'secret-sign-in' })
    expect(names((await find('head', 'secret-sign-in')).people)).toEqual([])
    expect(names((await find('head', hidden.email)).people)).toEqual(['Hidden Name'])
  })
})

test.each(['member', 'delegate'] as const)('a %s finds activities and terms, no people and no departments', async (by) => {
  for (const q of ['ozturk', 'a', 'physics', 'chemistry', users[by].name]) {
    const { people, departments } = await find(by, q)
    expect({ people, departments }).toEqual({ people: { found: [], more: false }, departments: { found: [], more: false } })
  }
  expect(names((await find(by, 'conference')).activities)).toEqual(['Conference talk'])
  expect(names((await find(by, '2026')).terms)).toEqual(['Academic year 2026'])
})

describe('odd input', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '?q=%20%20'],
    ['no text', '?q='],
    ['101 characters', `?q=${'a'.repeat(101)}`],
    ['NUL', '?q=a%00b'],
    ['the parameter twice', '?q=a&q=b'],
    ['an object', '?q[a]=b'],
  ])('%s is refused', async (_, query) => {
    expect((await as.admin('GET', `/find${query}`)).statusCode).toBe(400)
  })

  test.each(['%', '_', '%ff', '\\', "'", '";--', '(', '[', '*', '\u0640', 'ء', '👩‍🔬', 'a '.repeat(49).trim(), 'ß'.repeat(100)])(
    'a search for %s is a search for those characters',
    async (q) => {
      const { people } = await find('admin', q)
      expect(q.trim().startsWith('a ') || people.found.length === 0).toBe(true)
    },
  )

  test('a text of nothing but marks finds nothing instead of everything', async () => {
    expect(await find('admin', 'ـــ')).toEqual({
      people: { found: [], more: false },
      activities: { found: [], more: false },
      departments: { found: [], more: false },
      faculties: { found: [], more: false },
      terms: { found: [], more: false },
      actions: { found: [], more: false },
      handbook: { found: [], more: false },
    })
  })
})

test('one of two thousand users is found', async () => {
  const { sql } = portal
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into users (name, username, email, role_id, title, gender, department_id)
      select 'سارا محەمەد ' || n, 'crowd-' || n, 'crowd' || n || '@test.example', 2, 'l', 'Other', ${chemistry.id}
      from generate_series(1, 2000) n`
  })
  for (const q of ['سارا 1999', 'crowd1999@', '١٩٩٩ محەمەد'])
    expect(names((await find('admin', q)).people)).toEqual(['سارا محەمەد 1999'])
  expect((await find('admin', 'س')).people).toMatchObject({ more: true })
})

describe('what one can do', () => {
  const actions = (reply: FindReply) => reply.actions.found.map(({ action }) => action)

  test('is found by its name and by other words, by those who may do it', async () => {
    expect(actions(await find('admin', 'close ter'))[0]).toBe('closeTerm')
    expect(actions(await find('admin', 'freeze'))).toEqual(['closeTerm'])
    expect(actions(await find('admin', 'post an'))).not.toContain('postActivity')
    expect(actions(await find('head', 'close ter'))).toEqual([])
    expect(actions(await find('head', 'delegate rev'))).toEqual(['delegateReviews'])
    expect(actions(await find('delegate', 'delegate'))).not.toContain('delegateReviews')
    expect(actions(await find('delegate', 'verify'))).toEqual(['reviewPostings'])
    expect(actions(await find('member', 'verify'))).toEqual([])
    expect(actions(await find('member', 'submit'))).toEqual(['postActivity'])
    expect(actions(await find('member', 'CHANGE pass'))).toEqual(['changePassword'])
  })

  test.each([
    ['change my password', 'en', 'changePassword'],
    ['how do I change the password?', 'en', 'changePassword'],
    ['two-step', 'en', 'signInSecurity'],
    ['mail server', 'en', 'howSet'],
    ['reopen a term', 'en', 'reopenTerm'],
    ['گۆڕینی وشەی نهێنی خۆم', 'ckb', 'changePassword'],
    ['سێرڤەری ئیمەیڵ', 'ckb', 'howSet'],
    ['دوو هەنگاوی', 'ckb', 'signInSecurity'],
    ['كيف أغير كلمة مروري', 'ar', 'changePassword'],
    ['التحقق بخطوتين', 'ar', 'signInSecurity'],
    ['خادم البريد', 'ar', 'howSet'],
  ])('is found by what people say: %s', async (q, language, action) => {
    const reply = await as.admin('GET', `/find?q=${encodeURIComponent(q)}`, undefined, { 'accept-language': language })
    expect(reply.json().actions.found.map((found: { action: string }) => found.action)).toContain(action)
  })

  test('small words do not hide a department, either', async () => {
    expect(names((await find('admin', 'the physics')).departments)).toEqual(['Physics'])
  })

  test('small words alone are searched as they are', async () => {
    const { actions } = await find('admin', 'to')
    expect(actions.found.map(({ action }) => action)).toContain('namesToSign')
  })

  test('is found and named in the language of the reader, and by its English name', async () => {
    const found = async (q: string, language: string) =>
      (await as.admin('GET', `/find?q=${encodeURIComponent(q)}`, undefined, { 'accept-language': language })).json().actions.found
    expect(await found('داخستني', 'ckb')).toEqual([{ action: 'closeTerm', label: 'داخستنی ماوە' }])
    expect(await found('اغلاق', 'ar')).toEqual([{ action: 'closeTerm', label: 'إغلاق الفترة' }])
    expect((await found('close term', 'ar'))[0]).toEqual({ action: 'closeTerm', label: 'إغلاق الفترة' })
  })
})

test('the handbook is searched in the language and within the rights of the reader', async () => {
  const pages = async (by: keyof typeof users, q: string) => (await find(by, q)).handbook.found.map(({ page }) => page)
  expect(await pages('admin', 'backup')).toContain('backups')
  expect(await pages('member', 'backup')).toEqual([])
  expect(await pages('member', 'evidence')).toContain('evidence')
  // The first letters of a text find no page by what it says inside.
  expect(await pages('member', 'yo')).toEqual(['account', 'scores', 'statements', 'devices'])
  const reply = await as.member('GET', `/find?q=${encodeURIComponent('الدليل')}`, undefined, { 'accept-language': 'ar' })
  expect(reply.json().handbook.found[0]).toEqual({ page: 'evidence', title: 'الدليل' })
})
