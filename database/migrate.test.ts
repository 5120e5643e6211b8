import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { connect } from './connect.ts'
import type { DatabaseError } from './errors.ts'
import { knownMigrations, migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('migrations', () => {
  test('a second run finds nothing to do', async () => {
    expect(await migrate(database.sql)).toEqual({ applied: [] })
  })

  test('servers that start together on an empty database do not conflict', async () => {
    const empty = await createTestDatabase()
    try {
      await empty.sql`drop schema public cascade`
      await empty.sql`create schema public`
      const results = await Promise.all([migrate(empty.sql), migrate(empty.sql), migrate(empty.sql)])
      expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    } finally {
      await empty.drop()
    }
  })

  test('a deadlock with a server that is writing is retried', async () => {
    const { sql } = database
    /** Whether PostgreSQL ended the transaction of the migration. It ends the server's if that one is the first to look for a deadlock. */
    const endsMigration = async () => {
      let migrated: Promise<unknown> | undefined
      const written = await sql
        .begin(async (tx) => {
          await tx`lock table schema_functions in access exclusive mode`
          migrated = migrate(sql)
          const waiting = () => sql`
            select from pg_locks join pg_database on oid = database where datname = current_database() and not granted`
          await expect.poll(waiting).toHaveLength(1)
          await tx`lock table schema_migrations in access exclusive mode`
          return true
        })
        .catch((error) => {
          if (error.code !== '40P01') throw error
          return false
        })
      expect(await migrated).toEqual({ applied: [] })
      return written
    }
    await expect.poll(endsMigration).toBe(true)
  })

  test('a database of a newer portal is refused with one message', async () => {
    const newer = await createTestDatabase()
    try {
      await newer.sql`insert into schema_migrations values ('9999-later.sql', 'x')`
      await expect(migrate(newer.sql)).rejects.toThrow('The database was last used by a newer portal (it has 9999-later.sql).')
    } finally {
      await newer.drop()
    }
  })

  test('a question that stayed open in a closed term ends without an answer, with a record', async () => {
    const former = await createTestDatabase()
    const { sql } = former
    try {
      await sql`drop schema public cascade`
      await sql`create schema public`
      await migrate(sql, { only: knownMigrations().filter((name) => name < '0020') })
      await sql.unsafe(`
        insert into users (name, username, role_id) values ('Rana', 'rana', 1), ('Sara', 'sara', 2);
        insert into terms (name, start_date, end_date, is_current) values
          ('Past', '2024-01-01', '2024-12-31', false), ('Now', '2025-01-01', '2025-12-31', true);
        insert into score_questions (user_id, term_id, subject, text)
        select u.id, t.id, 'missing', 'May' from terms t, users u where u.username = 'sara';
        with closing as (insert into term_closings (term_id, number, closed_by) select t.id, 1, u.id from terms t, users u
          where t.name = 'Past' and u.username = 'rana' returning *)
        update terms set status = 'closed', closing_id = closing.id from closing where terms.id = closing.term_id;
        create function refuse() returns trigger language plpgsql as 'begin raise exception ''closed''; end';
        create trigger score_questions_check before update on score_questions for each row execute function refuse()`)
      await migrate(sql)
      expect(await sql`select t.name, q.state from score_questions q join terms t on t.id = q.term_id order by t.name`).toEqual([
        { name: 'Now', state: 'open' },
        { name: 'Past', state: 'unanswered' },
      ])
      expect(await sql`select kind, subject_name from audit where subject = 'question'`).toEqual([
        { kind: 'unanswered', subject_name: 'Sara' },
      ])
    } finally {
      await former.drop()
    }
  })

  test('an administrator who was linked as staff, before the role, is linked no more; one who linked as administrator is', async () => {
    const former = await createTestDatabase()
    const { sql } = former
    try {
      await sql`drop schema public cascade`
      await sql`create schema public`
      await migrate(sql, { only: knownMigrations().filter((name) => name < '0024') })
      await sql.unsafe(`
        insert into users (name, username, role_id) values ('Rana', 'rana', 1), ('Promoted', 'promoted', 1), ('Sara', 'sara', 2);
        insert into identities (issuer, subject, user_id, linked_at)
        select 'https://idp.example', username, id, now() - interval '1 day' from users;
        insert into audit (subject, kind, subject_id, subject_name, at)
        select 'user', 'role changed', id, name, now() - case username when 'rana' then interval '2 days' else interval '1 hour' end
        from users where role_id = 1`)
      await migrate(sql)
      expect(await sql`select subject, by_address from identities order by subject`).toEqual([
        { subject: 'rana', by_address: false },
        { subject: 'sara', by_address: true },
      ])
    } finally {
      await former.drop()
    }
  })

  test('translations in a column per language become one column, frozen ones and those of notices too', async () => {
    const former = await createTestDatabase()
    const { sql } = former
    try {
      await sql`drop schema public cascade`
      await sql`create schema public`
      await migrate(sql, { only: knownMigrations().filter((name) => name < '0028') })
      await sql.unsafe(`
        insert into departments (name, name_ckb, name_ar) values ('Physics', 'فیزیا', 'الفيزياء'), ('Law', null, null);
        insert into activities (name, description, score, type, name_ckb, description_ar) values ('Talk', 'D', 2, 'Elective', 'وتار', 'وصف');
        insert into users (name, username, role_id) values ('Rana', 'rana', 1), ('Sara', 'sara', 2);
        insert into terms (name, start_date, end_date, is_current) values ('Now', '2026-01-01', '2026-12-31', true);
        insert into portal_settings (university_name_ar) values ('آردن');
        insert into posted_activities (user_id, activity_id, activity_name, activity_name_ckb, type, score, starting_date, term_id)
        select u.id, a.id, 'Talk', 'وتاری کۆن', 'Elective', 2, '2026-03-01', t.id from users u, activities a, terms t where u.username = 'sara';
        insert into score_questions (user_id, term_id, subject, activity_name, activity_name_ar, text)
        select user_id, term_id, 'posting', 'Talk', 'محاضرة', 'Why?' from posted_activities;
        with closing as (insert into term_closings (term_id, number, closed_by) select t.id, 1, u.id from terms t, users u
          where u.username = 'rana' returning *),
        result as (insert into term_results (closing_id, user_id, name, department_name, department_name_ckb, atts, acts, escore, total_score,
            posted_count, verified_count, returned_count, grade)
          select c.id, u.id, u.name, 'Physics', 'فیزیا', 0, 0, 2, 2, 1, 0, 0, 'E' from closing c, users u where u.username = 'sara')
        update terms set status = 'closed', closing_id = closing.id from closing where terms.id = closing.term_id;
        insert into notices (user_id, kind, details) select id, 'verified', '{"activity_name": "Talk", "activity_name_ckb": "وتار"}' from users`)
      const audited = await sql`select count(*) from audit`
      await migrate(sql)
      expect(await sql`select name, names from departments order by id`).toEqual([
        { name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' } },
        { name: 'Law', names: {} },
      ])
      expect(await sql`select names, descriptions from activities`).toEqual([
        { names: { ckb: 'وتار' }, descriptions: { ar: 'وصف' } },
      ])
      expect(await sql`select university_names, portal_titles from portal_settings`).toEqual([
        { university_names: { ar: 'آردن' }, portal_titles: {} },
      ])
      expect(await sql`select activity_names, version from posted_activities`).toEqual([
        { activity_names: { ckb: 'وتاری کۆن' }, version: 1 },
      ])
      expect(await sql`select activity_names from score_questions`).toEqual([{ activity_names: { ar: 'محاضرة' } }])
      expect(await sql`select department_names from term_results`).toEqual([{ department_names: { ckb: 'فیزیا' } }])
      expect((await sql<{ translations: object }[]>`select translations from notices`)[0]?.translations).toEqual({
        activity_names: { ckb: 'وتار' },
      })
      expect(await sql`select count(*) from audit`).toEqual(audited)
    } finally {
      await former.drop()
    }
  })

  test('a migration changed after it was applied is refused', async () => {
    const changed = await createTestDatabase()
    try {
      await changed.sql`update schema_migrations set checksum = 'x' where name = '0001-schema.sql'`
      await expect(migrate(changed.sql)).rejects.toThrow('Migration 0001-schema.sql was changed after it had been applied.')
    } finally {
      await changed.drop()
    }
  })
})

describe('the constraints of the database', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'
  let counter = 0

  async function addUser(role: 1 | 2 = 2) {
    counter += 1
    const [user] = await database.sql<{ id: number }[]>`insert into users (name, email, username, password_hash, role_id)
      values ('Name', ${`u${counter}@test.example`}, ${`user${counter}`}, ${hash}, ${role}) returning id`
    return user?.id ?? 0
  }

  const refused: [string, string, RegExp][] = [
    ['a department without a name', `insert into departments (name) values (' ')`, /departments_name_form/],
    ['two departments of one name', `insert into departments (name) values ('Physics'), ('PHYSICS')`, /departments_name_unique/],
    [
      'two departments of one Kurdish name',
      `insert into departments (name, names) values ('A', '{"ckb": "فیزیا"}'), ('B', '{"ckb": "فیزیا"}')`,
      /departments_name_ckb_unique/,
    ],
    [
      'two terms of one Arabic name',
      `insert into terms (name, names, start_date, end_date, is_current) values
        ('A', '{"ar": "خريف"}', '2026-01-01', '2026-06-30', true), ('B', '{"ar": "خريف"}', '2026-07-01', '2026-12-31', false)`,
      /terms_name_ar_unique/,
    ],
    ...['{"ar": ""}', '{"ar": " x"}', '{"ar": 5}', '{"ar": null}', '{"en": "Physics"}', '{"Kurdish": "x"}', '[]', '"x"'].map(
      (names): [string, string, RegExp] => [
        `the translations ${names}`,
        `insert into departments (name, names) values ('A', '${names}')`,
        /departments_names_form/,
      ],
    ),
    [
      'an unknown language',
      `insert into user_preferences (user_id, language) values (1, 'ku')`,
      /user_preferences_language_code/,
    ],
    [
      'an unknown role',
      `insert into users (name, username, password_hash, role_id) values ('N', 'n', '${hash}', 3)`,
      /users_role_code/,
    ],
    [
      'an unknown title',
      `insert into users (name, username, password_hash, role_id, title) values ('N', 'n', '${hash}', 2, 'dean')`,
      /users_title_code/,
    ],
    [
      'an invalid e-mail',
      `insert into users (name, username, password_hash, role_id, email) values ('N', 'n', '${hash}', 2, 'n@x')`,
      /users_email_form/,
    ],
    [
      'an unknown department',
      `insert into users (name, username, password_hash, role_id, department_id) values ('N', 'n', '${hash}', 2, 9999)`,
      /users_department/,
    ],
    [
      'a password in plain text',
      `insert into users (name, username, password_hash, role_id) values ('N', 'n', 'secret', 2)`,
      /users_password_hashed/,
    ],
    [
      'usernames that differ in case only',
      `insert into users (name, username, password_hash, role_id) values ('N', 'ÉMILE', '${hash}', 2), ('N', 'émile', '${hash}', 2)`,
      /users_username_unique/,
    ],
    [
      'a term that ends before it starts',
      `insert into terms (name, start_date, end_date, is_current) values ('T', '2026-02-01', '2026-01-01', true)`,
      /terms_end_not_before_start|range lower bound/,
    ],
    [
      'terms that share a day',
      `insert into terms (name, start_date, end_date, is_current) values ('A', '2026-01-01', '2026-06-30', true), ('B', '2026-06-30', '2026-12-31', false)`,
      /terms_no_overlap/,
    ],
    [
      'two current terms',
      `insert into terms (name, start_date, end_date, is_current) values ('A', '2026-01-01', '2026-06-30', true), ('B', '2026-07-01', '2026-12-31', true)`,
      /terms_one_current/,
    ],
    [
      'no current term',
      `insert into terms (name, start_date, end_date) values ('A', '2026-01-01', '2026-06-30')`,
      /one term must be current/,
    ],
    [
      'an activity of 1000.01 points',
      `insert into activities (name, description, score) values ('A', 'D', 1000.01)`,
      /activities_score_range/,
    ],
    [
      'an activity of an unknown type',
      `insert into activities (name, description, score, type) values ('A', 'D', 1, 'Optional')`,
      /activities_type_code/,
    ],
  ]
  test.each(refused)('refuse %s', async (_, statement, reason) => {
    await expect(database.sql.unsafe(statement)).rejects.toThrow(reason)
  })

  test('names of removed rows can be used again', async () => {
    await database.sql`insert into departments (name, removed_at) values ('History', now())`
    await database.sql`insert into departments (name) values ('History')`
    await expect(database.sql`insert into departments (name) values ('history')`).rejects.toThrow(/departments_name_unique/)
  })

  test('two administrators who demote each other at the same instant: one remains', async () => {
    const own = await createTestDatabase()
    try {
      const [a, b] = await own.sql<{ id: number }[]>`insert into users (name, username, password_hash, role_id)
        values ('A', 'a', ${hash}, 1), ('B', 'b', ${hash}, 1) returning id`
      const [first, second] = [connect(own.url, { max: 1 }), connect(own.url, { max: 1 })]
      await first`begin`
      await first`update users set role_id = 2 where id = ${a?.id ?? 0}`
      let isSettled = false
      const later = second`update users set role_id = 2 where id = ${b?.id ?? 0}`.then(
        () => 'saved',
        (error: unknown) => (error as DatabaseError).code,
      )
      later.finally(() => {
        isSettled = true
      })
      // The loop runs until the second one waits for the first, or has passed it.
      const isWaiting = async () => (await own.sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0
      while (!isSettled && !(await isWaiting()));
      await first`commit`
      expect(await later).toBe('SP001')
      await Promise.all([first.end(), second.end()])
    } finally {
      await own.drop()
    }
  })

  test('sums follow the postings, and a closed term does not change', async () => {
    const member = await addUser()
    const administrator = await addUser(1)
    const { sql } = database
    await sql`insert into terms (name, start_date, end_date, is_current) values ('Year', '2026-09-01', '2027-08-31', true)`
    const [activity] = await sql<{ id: number }[]>`insert into activities (name, description, score, type)
      values ('Workshop', 'A day', 2.25, 'Attending') returning id`
    const post = (date: string) => sql<{ id: number }[]>`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
      values (${member}, ${activity?.id ?? 0}, 'Workshop', 'Attending', 2.25, ${date}, term_of(${date})) returning id`
    const scores = async () =>
      (await sql`select atts, acts, escore, posted_count, total_score from term_scores where user_id = ${member}`)[0]

    const [first] = await post('2026-10-01')
    await post('2026-10-02')
    expect(await scores()).toEqual({ atts: 4.5, acts: 0, escore: 0, posted_count: 2, total_score: 4.5 })
    await expect(post('2026-10-02')).rejects.toThrow(/posted_activities_once/)
    await sql`update posted_activities set type = 'Elective', score = 0.1 where id = ${first?.id ?? 0}`
    expect(await scores()).toEqual({ atts: 2.25, acts: 0, escore: 0.1, posted_count: 2, total_score: 2.35 })
    await sql`delete from posted_activities where id = ${first?.id ?? 0}`
    expect(await scores()).toEqual({ atts: 2.25, acts: 0, escore: 0, posted_count: 1, total_score: 2.25 })

    const [closing] = await sql<[{ id: number }]>`
      insert into term_closings (term_id, number, closed_by) select id, 1, ${administrator} from terms returning id`
    await sql`update terms set status = 'closed', closing_id = ${closing.id}`
    await expect(post('2026-10-03')).rejects.toThrow(expect.objectContaining({ code: 'SP002' }))
    await expect(sql`update term_scores set tp = 5 where user_id = ${member}`).rejects.toThrow(
      expect.objectContaining({ code: 'SP002' }),
    )
    await expect(sql`delete from posted_activities where user_id = ${member}`).rejects.toThrow(
      expect.objectContaining({ code: 'SP002' }),
    )
  })
})
