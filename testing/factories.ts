import type { ActivityType } from '../contract/codes.ts'
import { roles } from '../contract/codes.ts'
import type { Translations } from '../contract/fields.ts'
import type { GivenRight } from '../contract/rights.ts'
import type { Database } from '../database/connect.ts'

/** The password of all users in the tests. */
export const testPassword = 'a long test sentence'

export interface MadeUser {
  id: number
  username: string
  name: string
  email: string
  role_id: number
}

export interface MadeActivity {
  id: number
  name: string
  type: ActivityType
  score: number
}

/** Names in the other languages. */
type TranslatedNames = { names?: Translations }

let counter = 0
function next() {
  counter += 1
  return counter
}

/** Makes rows with believable values, each different from the last; a test names only the values that it is about. */
export function factories(sql: Database, passwordHash: string) {
  async function user(
    role_id: number,
    given: Partial<{
      username: string
      name: string
      other_name: string
      email: string
      degree: string | null
      title: string | null
      department_id: number
    }> = {},
  ): Promise<MadeUser> {
    const number = next()
    const row = {
      name: `Member ${number}`,
      email: `member${number}@test.example`,
      username: `member${number}`,
      password_hash: passwordHash,
      degree: 'PhD',
      title: 'p',
      gender: 'Female',
      ...given,
      role_id,
    }
    const [made] = await sql<[MadeUser]>`insert into users ${sql.insert(row)} returning id, username, name, email, role_id`
    return made
  }

  return {
    admin: (given?: Parameters<typeof user>[1]) => user(roles.admin, given),
    staff: (given?: Parameters<typeof user>[1]) => user(roles.staff, given),

    /** A staff member who heads the department. */
    async head(department_id: number): Promise<MadeUser> {
      const made = await user(roles.staff, { department_id })
      await sql`insert into department_heads (user_id, department_id) values (${made.id}, ${department_id})`
      return made
    },

    /** A staff member with rights beside being scored. */
    async withRights(rights: readonly GivenRight[], given?: Parameters<typeof user>[1]): Promise<MadeUser> {
      const made = await user(roles.staff, given)
      for (const right of rights) await sql`insert into user_rights (user_id, "right") values (${made.id}, ${right})`
      return made
    },

    async faculty(name = `Faculty ${next()}`, given: TranslatedNames = {}): Promise<{ id: number; name: string }> {
      const { names = {} } = given
      const [made] = await sql<[{ id: number; name: string }]>`
        insert into faculties (name, names) values (${name}, ${sql.json(names)}) returning id, name`
      return made
    },

    /** A staff member of the department who is dean of its faculty. */
    async dean(department_id: number): Promise<MadeUser> {
      const made = await user(roles.staff, { department_id })
      await sql`insert into faculty_deans (user_id, faculty_id) select ${made.id}, faculty_id from departments where id = ${department_id}`
      return made
    },

    /** A delegation of Review, since yesterday and until tomorrow. */
    async delegation(lender: MadeUser, delegate: MadeUser): Promise<number> {
      const [made] = await sql<[{ id: number }]>`
        insert into delegations (lender_id, delegate_id, last_day, starts_at, ends_at, created_by)
        values (${lender.id}, ${delegate.id}, current_date, now() - interval '1 day', now() + interval '1 day', ${lender.id}) returning id`
      return made.id
    },

    async department(name = `Department ${next()}`, translated: TranslatedNames = {}): Promise<{ id: number; name: string }> {
      const [made] = await sql<[{ id: number; name: string }]>`
        insert into departments ${sql.insert({ name, ...translated })} returning id, name`
      return made
    },

    async activity(given: Partial<Omit<MadeActivity, 'id'>> & TranslatedNames = {}): Promise<MadeActivity> {
      const row = { name: `Activity ${next()}`, description: 'What it is', type: 'Compulsory', score: 2.5, ...given }
      const [made] = await sql<[MadeActivity]>`insert into activities ${sql.insert(row)} returning id, name, type, score`
      return made
    },

    /** Makes a term; the first one becomes the current term. */
    async term(
      name: string,
      start_date: string,
      end_date: string,
      { names = {} }: TranslatedNames = {},
    ): Promise<{ id: number; name: string }> {
      const [made] = await sql<[{ id: number; name: string }]>`
        insert into terms (name, names, start_date, end_date, is_current)
        select ${name}, ${sql.json(names)}, ${start_date}::date, ${end_date}::date, not exists (select from terms) returning id, name`
      return made
    },

    /** A long term that any day of a test is in, those of events before and after now too. */
    termOfToday() {
      const year = new Date().getUTCFullYear()
      return this.term('Year', `${year - 1}-01-01`, `${year + 1}-12-31`)
    },

    /** An open question about a score, or about something missing, in the current term. A member has one of each at a time. */
    async question(
      user_id: number,
      subject: 'tp' | 'fb' | 'missing' = 'missing',
      given: { term_id?: number; text?: string } = {},
    ): Promise<number> {
      const term = given.term_id ?? sql`(select id from terms where is_current)`
      await sql`update score_questions set state = 'withdrawn'
        where user_id = ${user_id} and term_id = ${term} and subject = ${subject} and state = 'open'`
      const [made] = await sql<[{ id: number }]>`
        insert into score_questions (user_id, term_id, subject, text, decided_by)
        select ${user_id}, t.id, ${subject}, ${given.text ?? 'Is this right?'}, last_decider(${subject}, ${user_id}::int, t.id, null)
        from terms t where t.id = ${term} returning id`
      return made.id
    },

    async posting(user_id: number, activity: MadeActivity, starting_date: string, link: string | null = null): Promise<number> {
      const [made] = await sql<[{ id: number }]>`
        insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
        values (${user_id}, ${activity.id}, ${activity.name}, ${activity.type}, ${activity.score}, ${starting_date}, ${link},
                term_of(${starting_date})) returning id`
      return made.id
    },

    /** A further file of a posting, whose bytes are no picture; a PDF has one page. */
    async evidence(posted_activity_id: number, kind: 'photo' | 'pdf', bytes = Buffer.from(`${kind} ${next()}`)): Promise<string> {
      const position = sql`(select count(*) + 1 from evidence_files where posted_activity_id = ${posted_activity_id})`
      const page_count = kind === 'pdf' ? 1 : null
      const row = { posted_activity_id, position, kind, name: `evidence.${kind}`, bytes, page_count, width: 8, height: 8 }
      const [made] = await sql<[{ id: string }]>`insert into evidence_files ${sql.insert(row)} returning id`
      if (page_count) await sql`insert into evidence_pages ${sql.insert({ file_id: made.id, page: 1, bytes })}`
      return made.id
    },
  }
}
