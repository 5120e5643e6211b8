import { hash } from '@node-rs/argon2'
import type { Page } from '@playwright/test'
import { expect, type Portal } from './portal.ts'

export const password = 'a long test sentence'
const passwordHash = hash(password)

export interface Person {
  id: number
  username: string
  name: string
}

/** Tests of one file share a database: each uses unique names. */
export function unique(text: string) {
  return `${text} ${crypto.randomUUID().slice(0, 8)}`
}

/** A text to search for that is nowhere else. It begins with a letter: in an address `1e234567` would be a number. */
export function uniqueMark() {
  return `x${crypto.randomUUID().slice(0, 8)}`
}

/** A user per test: attempt limits and changed passwords do not affect other tests. */
export async function addPerson(
  { sql }: Portal,
  role: 'admin' | 'staff',
  given: { name?: string; title?: string } = {},
): Promise<Person> {
  const username = `user-${crypto.randomUUID().slice(0, 8)}`
  const [person] = await sql<[Person]>`
    insert into users (name, username, email, password_hash, role_id, degree, title, gender)
    values (${given.name ?? 'Dr. Sara Aziz'}, ${username}, ${`${username}@test.example`}, ${await passwordHash},
            ${role === 'admin' ? 1 : 2}, 'PhD', ${given.title ?? 'p'}, 'Female')
    returning id, username, name`
  return person
}

/** Gives the first administrator another name. Its English name is data, and the audit records that have it are deleted. */
export async function renameAdministrator({ sql }: Portal, name: string) {
  await sql.begin(async (tx) => {
    // Without triggers: they would record the new name together with the old one, and refuse to delete.
    await tx`set local session_replication_role = replica`
    const renamed = await tx<{ name: string }[]>`
      update users set name = ${name} from users old where users.id = old.id and users.username = 'admin' returning old.name`
    for (const { name: before } of renamed) await tx`delete from audit where subject_name = ${before}`
  })
}

/** By the API, not the login page: that has its own tests. */
export async function signIn(page: Page, person: Person) {
  const reply = await page.request.post('/auth/login', { data: { username: person.username, password } })
  expect(reply.status()).toBe(200)
}
