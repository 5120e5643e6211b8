import { roles } from '../contract/codes.ts'
import type { Database } from '../database/connect.ts'

export interface MadeUser {
  id: number
  username: string
  name: string
  role_id: number
}

let counter = 0

/** Rows with believable values, each different from the last; a test names only what it is about. */
export function factories(sql: Database, passwordHash: string) {
  async function user(role_id: number, given: Partial<{ username: string; name: string }> = {}): Promise<MadeUser> {
    counter += 1
    const username = given.username ?? `member${counter}`
    const [made] = await sql<MadeUser[]>`
      insert into users (name, email, username, password_hash, role_id, degree, title, gender)
      values (${given.name ?? `Member ${counter}`}, ${`${username.replace(/[^a-z0-9]/gi, '')}${counter}@test.example`},
              ${username}, ${passwordHash}, ${role_id}, 'PhD', 'p', 'Female')
      returning id, username, name, role_id`
    if (!made) throw new Error('no user was made')
    return made
  }

  return {
    admin: (given?: Parameters<typeof user>[1]) => user(roles.admin, given),
    staff: (given?: Parameters<typeof user>[1]) => user(roles.staff, given),
  }
}
