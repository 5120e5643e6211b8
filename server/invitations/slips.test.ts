import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { pageWidth } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'

const environment = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://portal.example.edu' }
const password = /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/

let portal: Portal
let self: MadeUser
let admin: Caller
let physics: number
let chemistry: number
let member: MadeUser
beforeAll(async () => {
  portal = await startPortal({ environment })
  self = await portal.make.admin()
  admin = await portal.as(self)
  physics = (await portal.make.department('Physics')).id
  chemistry = (await portal.make.department('Chemistry', { names: { ckb: 'کیمیا' } })).id
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff({ department_id: physics, name: 'Sara Karim', other_name: 'سارا کەریم' })
})

const slips = (users: readonly { id: number }[], passwords: readonly { id: number }[] = [], caller = admin, language = 'en') =>
  caller(
    'POST',
    '/users/slips',
    { user_ids: users.map(({ id }) => id), password_ids: passwords.map(({ id }) => id) },
    { 'accept-language': language },
  )
/** The letters of a line from left to right. */
const asDrawn = (text: string) => [...text].toReversed().join('')
const hashOf = async ({ id }: MadeUser) => (await portal.sql`select password_hash from users where id = ${id}`)[0]
const login = ({ username }: MadeUser, typed: string) =>
  portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password: typed } })

describe('a slip', () => {
  test('has both names, the username, the address and the way to a password, and changes nothing', async () => {
    const before = await hashOf(member)
    const reply = await slips([member])
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="sign-in-slips.pdf"',
      'cache-control': 'no-store',
    })
    const { pages, lines, text } = readPdf(reply.rawPayload)
    expect(pages).toBe(1)
    for (const part of ['Sara Karim', 'Physics', member.username, environment.PUBLIC_URL]) expect(lines).toContain(part)
    expect(lines).toContain(asDrawn('سارا کەریم'))
    expect(text.replaceAll('\n', ' ')).toContain('choose “Forgot your password?” and enter your email address:')
    expect(text).toContain(member.email)
    expect(text).not.toContain(en.forgottenPassword.initial)
    expect(await hashOf(member)).toEqual(before)
  })

  test('has the new initial password that is set with it, once and for those who never signed in only', async () => {
    const entered = await portal.make.staff({ department_id: physics, name: 'Zana Ali' })
    await portal.sql`insert into first_sign_ins (user_id) values (${entered.id})`
    const before = await hashOf(entered)
    const { lines } = readPdf((await slips([member, entered], [member, entered])).rawPayload)
    const made = lines.filter((line) => password.test(line))
    expect(made).toHaveLength(1)
    expect((await login(member, made[0] ?? '')).json()).toMatchObject({ must_change_password: true })
    expect(await hashOf(entered)).toEqual(before)

    const stored = await portal.sql<{ row: string }[]>`
      select to_jsonb(u)::text as row from users u union all select to_jsonb(a)::text from audit a
      union all select to_jsonb(k)::text from idempotency_keys k`
    expect(JSON.stringify(stored)).not.toContain(made[0])
    const records =
      await portal.sql`select actor_id, after from audit where person_id = ${member.id} and subject = 'user' order by id desc limit 1`
    expect(records).toEqual([{ actor_id: self.id, after: { password: 'changed' } }])
  })

  test('sets no password for a user whose slip is not printed', async () => {
    const other = await portal.make.staff({ department_id: physics })
    const before = await hashOf(other)
    await slips([member], [other])
    expect(await hashOf(other)).toEqual(before)
  })

  test.each([
    [{ CONTACT: 'Help desk, room 4' }, 'For your first password, contact: Help desk, room 4'],
    [{}, en.invitations.slipAskOffice],
  ])('says whom to ask where the portal sends no e-mail, and has no address without PUBLIC_URL: %j', async (given, sentence) => {
    const own = await startPortal({ environment: given as Record<string, string> })
    const caller = await own.as(await own.make.admin())
    const { text } = readPdf((await slips([await own.make.staff()], [], caller)).rawPayload)
    expect(text.replaceAll('\n', ' ')).toContain(sentence)
    expect(text).not.toContain(en.invitations.address)
    await own.stop()
  })
})

describe('the pages', () => {
  test('are sorted by department and name, eight slips on each, and a department begins a new one', async () => {
    const department_id = (await portal.make.department('Botany')).id
    const botanists = []
    for (const letter of 'LKJIHGFEDCBA') botanists.push(await portal.make.staff({ department_id, name: `Botanist ${letter}` }))
    const chemist = await portal.make.staff({ department_id: chemistry, name: 'Aram' })
    const pdf = (await slips([member, chemist, ...botanists], [])).rawPayload
    const namesOn = (page: number) => readPdf(pdf, page).lines.filter((line) => /^(Botanist [A-L]|Aram|Sara Karim)$/.test(line))
    expect(readPdf(pdf).pages).toBe(4)
    expect([1, 2, 3, 4].map(namesOn)).toEqual([
      [...'ABCDEFGH'].map((letter) => `Botanist ${letter}`),
      [...'IJKL'].map((letter) => `Botanist ${letter}`),
      ['Aram'],
      ['Sara Karim'],
    ])
  })

  test('run from right to left in Kurdish, with the department in that language', async () => {
    const chemist = await portal.make.staff({ department_id: chemistry, name: 'Aram' })
    const pdf = async (language: string) => readPdf((await slips([chemist], [], admin, language)).rawPayload)
    const [english, kurdish] = [await pdf('en'), await pdf('ckb')]
    const xOf = ({ placed }: typeof english) => placed.find(({ text }) => text === 'Aram')?.x ?? 0
    expect(xOf(english)).toBeLessThan(pageWidth / 2)
    expect(xOf(kurdish)).toBeGreaterThan(pageWidth / 2)
    expect(kurdish.lines).toContain(asDrawn('کیمیا'))
    expect(kurdish.lines).toContain(asDrawn(sayIn('ckb')(messages.invitations.slipsTitle)))
  })

  test('of nobody are refused', async () => {
    expect((await slips([{ id: 999_999 }])).statusCode).toBe(404)
    expect((await slips([])).statusCode).toBe(400)
  })
})
