import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  // The term is as the first start creates it.
  await portal.sql`insert into terms (name, start_date, end_date, is_current) values ('2026/2027', '2026-09-01', '2027-08-31', true)`
})
afterAll(() => portal.stop())

const steps = async () => (await admin('GET', '/first-steps')).json().steps

test('the steps of a new portal tick themselves off, one by one', async () => {
  const none = { university: false, terms: false, departments: false, catalogue: false, people: false }
  expect(await steps()).toEqual(none)
  await admin('PUT', '/settings', { university_name: 'Arden', languages: ['en'], default_language: 'en' })
  expect(await steps()).toEqual({ ...none, university: true })
  const { department } = (await admin('POST', '/departments', { name: 'Physics' })).json()
  await admin('POST', '/activities', { name: 'Open Day', description: 'Tours', score: 2, type: 'Elective' })
  await portal.make.staff({ department_id: department.id })
  expect(await steps()).toEqual({ university: true, terms: false, departments: true, catalogue: true, people: true })
  await admin('DELETE', `/departments/${department.id}`)
  expect(await steps()).toMatchObject({ departments: false })
})

test('the term counts as looked at when an administrator confirms it, which is audited once and changes nothing of it', async () => {
  await admin('PUT', '/first-steps/terms')
  expect((await admin('PUT', '/first-steps/terms')).statusCode).toBe(200)
  expect(await steps()).toMatchObject({ terms: true })
  expect(await portal.sql`select name, start_date, end_date from terms`).toEqual([
    { name: '2026/2027', start_date: '2026-09-01', end_date: '2027-08-31' },
  ])
  expect(await portal.sql`select kind, subject_name from audit where subject = 'term' and kind <> 'added'`).toEqual([
    { kind: 'confirmed', subject_name: '2026/2027' },
  ])
})

test('or when one was added or edited by an administrator', async () => {
  await portal.sql`update terms set updated_by = null`
  expect(await steps()).toMatchObject({ terms: false })
  await admin('POST', '/terms', { name: 'Next', start_date: '2027-09-01', end_date: '2028-08-31' })
  expect(await steps()).toMatchObject({ terms: true })
})

test('the name of the university may come from the environment', async () => {
  const own = await startPortal({ environment: { UNIVERSITY_NAME: 'Arden' } })
  const reply = await (await own.as(await own.make.admin()))('GET', '/first-steps')
  expect(reply.json().steps).toMatchObject({ university: true })
  await own.stop()
})
