import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccountName } from '../../contract/account-names.ts'
import { ar } from '../../contract/languages/ar.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { en } from '../../contract/languages/en.ts'
import { type Language, translatedLanguages } from '../../contract/languages/languages.ts'
import { withTranslatedNames } from '../../contract/localized.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let staff: Caller
let administrator: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal()
  const made = await portal.make.admin({ name: 'Rana Wahid' })
  administrator = made
  admin = await portal.as(made)
  staff = await portal.as(await portal.make.staff())
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

type Person = { id: number; department_name: string | null; degree: string | null }

async function names() {
  return (await admin('GET', '/departments')).json().departments.map((department: { name: string }) => department.name)
}

describe('departments', () => {
  test('are listed by name with the number of members, to anyone signed in', async () => {
    const physics = await portal.make.department('Physics')
    await portal.make.department('astronomy')
    await portal.make.staff({ department_id: physics.id })
    const removed = await portal.make.staff({ department_id: physics.id })
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    const reply = await staff('GET', '/departments', undefined, { 'User-Id': '1', 'Role-Id': '1' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().departments).toEqual([
      expect.objectContaining({ name: 'astronomy', member_count: 0 }),
      expect.objectContaining({ id: physics.id, name: 'Physics', member_count: 1 }),
    ])
  })

  test('are added with a trimmed name: 201 and the department', async () => {
    const reply = await admin('POST', '/departments', { name: '  Civil Law ', id: 1, role_id: 1 })
    expect(reply.statusCode).toBe(201)
    expect(reply.json().department).toMatchObject({ name: 'Civil Law', member_count: 0 })
  })

  test.each(['', '   ', null, undefined, 5, []])('the name %j is refused at its field', async (name) => {
    const reply = await admin('POST', '/departments', { name })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      message: 'Department name cannot be empty.',
      code: 'departments.emptyName',
      errors: [{ field: 'name', code: 'departments.emptyName', message: 'Department name cannot be empty.' }],
    })
  })

  test('two names that look the same are the same: repeated spaces become one', async () => {
    const reply = await admin('POST', '/departments', { name: ' Astronomy   and\u00a0 Space' })
    expect(reply.json().department.name).toBe('Astronomy and Space')
    expect((await admin('POST', '/departments', { name: 'Astronomy and Space' })).statusCode).toBe(409)
  })

  test('a name in use is refused, whatever its case, also when both arrive together', async () => {
    const replies = await Promise.all(['Music', 'MUSIC', 'music'].map((name) => admin('POST', '/departments', { name })))
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toEqual({
      message: 'A department with this name already exists.',
      code: 'departments.nameTaken',
      errors: [{ field: 'name', code: 'departments.nameTaken', message: 'A department with this name already exists.' }],
    })
  })

  test('are renamed; the later of two edits gets a conflict with who saved and when', async () => {
    const { department } = (await admin('POST', '/departments', { name: 'Geology' })).json()
    const first = await admin('PUT', `/departments/${department.id}`, { name: 'Earth Science', version: department.version })
    expect(first.json().department).toMatchObject({ id: department.id, name: 'Earth Science', version: 2 })
    const later = await admin('PUT', `/departments/${department.id}`, { name: 'Rocks', version: department.version })
    expect(later.statusCode).toBe(409)
    expect(later.json()).toEqual({
      message:
        'Rana Wahid saved this after you opened it. Your changes are kept; check the latest version before you save again.',
      code: 'general.savedMeanwhile',
      params: { who: 'Rana Wahid' },
      conflict: { saved_by: administrator.name, saved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    })
    expect(await names()).toContain('Earth Science')
  })

  test('saved by the account of the first start are in conflict with its name in the language of the request', async () => {
    const first = await portal.as(await portal.make.admin({ name: firstAccountName }))
    const { department } = (await first('POST', '/departments', { name: 'Palaeontology' })).json()
    await first('PUT', `/departments/${department.id}`, { name: 'Fossils' })
    const conflictIn = async (language: Language) =>
      (await admin('PUT', `/departments/${department.id}`, { name: 'Bones', version: 1 }, { 'accept-language': language })).json()
    for (const [language, { codes }] of [
      ['en', en],
      ['ckb', ckb],
      ['ar', ar],
    ] as const)
      expect(await conflictIn(language)).toMatchObject({
        params: { who: codes.firstAccount },
        conflict: { saved_by: firstAccountName },
      })
  })

  test('are removed from the list when deleted, restored by undo, and their name is free in between', async () => {
    const { department } = (await admin('POST', '/departments', { name: 'Botany' })).json()
    expect((await admin('DELETE', `/departments/${department.id}`)).json()).toEqual({
      message: 'Department deleted successfully',
    })
    expect(await names()).not.toContain('Botany')
    expect((await admin('DELETE', `/departments/${department.id}`)).statusCode).toBe(404)
    expect((await admin('PUT', `/departments/${department.id}`, { name: 'X' })).statusCode).toBe(404)

    const other = (await admin('POST', '/departments', { name: 'botany' })).json().department
    expect((await admin('PUT', `/departments/restore/${department.id}`)).statusCode).toBe(409)
    await admin('DELETE', `/departments/${other.id}`)
    expect((await admin('PUT', `/departments/restore/${department.id}`)).json().department).toMatchObject({ name: 'Botany' })
    expect(await names()).toContain('Botany')
  })

  test('members of a removed department have no department name', async () => {
    const department = await portal.make.department('Alchemy')
    const member = await portal.make.staff({ department_id: department.id })
    await admin('DELETE', `/departments/${department.id}`)
    const { user } = (await admin('GET', `/users/id/${member.id}`)).json()
    expect(user).toMatchObject({ department_id: department.id, department_name: null })
  })

  test.each(['1e3', '-1', '0', '99999999999', 'abc', '1.5', '%00'])('the id %s is refused, never a 5xx', async (id) => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const reply = await admin(method, `/departments/${id}`, method === 'PUT' ? { name: 'X' } : undefined)
      expect([400, 404]).toContain(reply.statusCode)
      expect(reply.json().message).toEqual(expect.any(String))
    }
  })

  test.each([`O'Brien "quoted" --`, 'عربي', '日本語', '😀 faculty'])('the name %s is stored as typed', async (name) => {
    expect((await admin('POST', '/departments', { name })).json().department.name).toBe(name)
  })

  test('restoring a department that is not removed changes nothing and causes no edit conflict', async () => {
    const { department } = (await admin('POST', '/departments', { name: 'Quiet' })).json()
    expect((await admin('PUT', `/departments/restore/${department.id}`)).json().department).toEqual(department)
  })

  test.each(['\u0958'.repeat(150), 'a\u0085b'])('the name %j gets an error message, not a 5xx', async (name) => {
    expect((await admin('POST', '/departments', { name })).statusCode).toBe(400)
  })

  test.each(['a\u0000b', 'lone \ud800 half', 'two\nlines', 'x'.repeat(201)])('the name %j is refused', async (name) => {
    expect((await admin('POST', '/departments', { name })).statusCode).toBe(400)
  })
})

describe('names in other languages', () => {
  test('are added, stay when a client of the specification renames it, and are cleared by an empty text', async () => {
    const names = { name: 'Zoology', names: { ckb: 'ئاژەڵناسی', ar: 'علم الحيوان' } }
    const { department } = (await admin('POST', '/departments', names)).json()
    expect(department).toEqual({ id: expect.any(Number), ...names, faculty_id: null, member_count: 0, version: 1, heads: [] })
    const path = `/departments/${department.id}`
    const renamed = (await admin('PUT', path, { name: 'Animal Science' })).json().department
    expect(renamed).toEqual({ ...department, name: 'Animal Science', version: 2 })
    const cleared = (await admin('PUT', path, { name: 'Animal Science', names: { ckb: ' ', ar: 'الحيوان' } })).json().department
    expect(cleared.names).toEqual({ ar: 'الحيوان' })
  })

  test.each(translatedLanguages)('one in %s is unique, and the error is at its field', async (language) => {
    const names = { [language]: 'جوگرافیا' }
    expect((await admin('POST', '/departments', { name: `A ${language}`, names })).statusCode).toBe(201)
    const twice = await admin('POST', '/departments', { name: `B ${language}`, names })
    expect(twice.statusCode).toBe(409)
    expect(twice.json().errors).toMatchObject([{ field: `names.${language}`, code: 'departments.nameTaken' }])
  })

  test('a page of the release before this one stores what is typed in it, and deletes nothing that it could not show', async () => {
    const { department } = (await admin('POST', '/departments', { name: 'Botany of old', name_ckb: 'ڕووەک', name_ar: '' })).json()
    expect(department.names).toEqual({ ckb: 'ڕووەک' })
    const path = `/departments/${department.id}`
    const edited = await admin('PUT', path, { name: 'Botany of old', name_ckb: '', name_ar: 'النبات' })
    expect(edited.json().department.names).toEqual({ ckb: 'ڕووەک', ar: 'النبات' })
    const refused = await admin('PUT', path, { name: 'Botany of old', name_ckb: 'x'.repeat(201) })
    expect(refused.json().errors).toMatchObject([{ field: 'names.ckb', code: 'general.tooLong' }])
  })

  test('are shown with every member of the department, until it is removed', async () => {
    const translated = { names: { ckb: 'گەردوونناسی', ar: 'علم الفلك' } }
    const { id } = await portal.make.department('Astrophysics', translated)
    const member = await portal.make.staff({ department_id: id })
    const shown = async () => {
      const { users, ...namesOfUsers } = (await admin('GET', '/users')).json()
      const { staff, ...namesOfStaff } = (await admin('GET', '/staff')).json()
      const lists = [...withTranslatedNames<Person>(users, namesOfUsers), ...withTranslatedNames<Person>(staff, namesOfStaff)]
      const { user } = (await admin('GET', `/users/id/${member.id}`)).json()
      return [user, ...lists.filter(({ id }) => id === member.id)]
    }
    const astrophysics = { department_name: 'Astrophysics', department_names: translated.names }
    expect(await shown()).toMatchObject([astrophysics, astrophysics, astrophysics])
    await admin('DELETE', `/departments/${id}`)
    for (const one of await shown()) {
      expect(one.department_name).toBeNull()
      expect(one.department_names ?? {}).toEqual({})
    }
  })
})
