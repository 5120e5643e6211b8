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

/** A unique name: the tests of one file share a database. */
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

/** Gives the first administrator another name. The English name is data, and the audit records that have it are deleted. */
export async function renameAdministrator({ sql }: Portal, name: string) {
  await sql.begin(async (tx) => {
    // Triggers are disabled: they would record the new name together with the old one, and refuse to delete.
    await tx`set local session_replication_role = replica`
    const renamed = await tx<{ name: string }[]>`
      update users set name = ${name} from users old where users.id = old.id and users.username = 'admin' returning old.name`
    for (const { name: before } of renamed) await tx`delete from audit where subject_name = ${before}`
  })
}

/** Signs in through the API, not the login page, which has its own tests. */
export async function signIn(page: Page, person: Person) {
  const reply = await page.request.post('/auth/login', { data: { username: person.username, password } })
  expect(reply.status()).toBe(200)
}

/** The number of parts of drafts that the browser has stored. */
export function countStored(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('drafts', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}
