import { degrees, genders, roles, titleCodes } from '../contract/codes.ts'
import type { Database, Sql } from '../database/connect.ts'
import { demoActivities, demoDepartments, firstNames, lastNames } from '../database/demo-names.ts'

/** The size of a database: its members of staff, and the number of their postings all together. */
export interface Size {
  staff: number
  postings: number
  /** The number of academic years over which the postings are spread. With one, adding up the current term means all of them. */
  years?: number
}

export const administrator = 'admin'
export const memberName = (number: number) => `member${number}`

/** The first day is fixed, so that every run measures the same rows, whatever the day. */
const firstDay = '2025-09-01'
const currentYear = 2025
const termsOf = (years: number) =>
  Array.from({ length: Math.max(years, 3) }, (_, ago) => currentYear - ago).map((year) => ({
    name: `${year}/${year + 1}`,
    start_date: `${year}-09-01`,
    end_date: `${year + 1}-08-31`,
    is_current: year === currentYear,
  }))
/** A prime number of a term's days: steps of any other length visit each day before they come back to the first. */
const days = 359
const daysBetweenPostings = 101
const mostPostingsEach = 20_000

/** A migrated, empty database gets members, terms, a catalogue and postings: the same ones every time. */
export async function fill(database: Database, { staff, postings, years = 1 }: Size, passwordHash: string) {
  if (postings / staff > mostPostingsEach) throw new Error(`At most ${mostPostingsEach} postings for each member.`)
  await database.begin(async (sql) => {
    // Triggers would write a million sums and records one by one. What they would have kept is written below in one go, and checked.
    await sql`set local session_replication_role = replica`
    await addPeople(sql, staff, passwordHash)
    await addCatalogue(sql)
    await sql`insert into terms ${sql.insert(termsOf(years))}`
    await withoutIndexes(sql, 'posted_activities', () => addPostings(sql, staff, postings, years))
    await addSums(sql)
  })
  await database`vacuum analyze`
  const wrong = await countWrongSums(database)
  if (wrong > 0) throw new Error(`${wrong} sums differ from a recount of the postings.`)
  await checkAgainstTriggers(database)
}

async function addPeople(sql: Sql, staff: number, passwordHash: string) {
  await sql`insert into departments ${sql.insert(demoDepartments)}`
  await sql`insert into users (name, username, password_hash, role_id)
    values ('Administrator', ${administrator}, ${passwordHash}, ${roles.admin})`
  const pick = (list: readonly string[], number: ReturnType<typeof sql<object[]>>) =>
    sql`(${sql.json([...list])}::jsonb ->> ((${number}) % ${list.length})::int)`
  await sql`
    insert into users (name, email, degree, title, username, password_hash, department_id, role_id, gender)
    select ${pick(firstNames, sql`n * 7`)} || ' ' || ${pick(lastNames, sql`n * 11 + n / 40`)}, 'member' || n || '@arden.example',
      ${pick(degrees, sql`n`)}, ${pick(titleCodes, sql`n / 3`)}, 'member' || n, ${passwordHash},
      (select min(id) from departments) + n % ${demoDepartments.length}, ${roles.staff}, ${pick(genders, sql`n`)}
    from generate_series(1, ${staff}::int) n`
}

async function addCatalogue(sql: Sql) {
  await sql`insert into activities ${sql.insert(demoActivities)}`
}

/**
 * Adds rows without the indexes: ten million are written many times faster when each index is built once, after them. The primary key
 * stays.
 */
async function withoutIndexes(sql: Sql, table: string, addRows: () => Promise<void>) {
  await sql`set local maintenance_work_mem = '512MB'`
  await sql`set local work_mem = '256MB'`
  const unique = await sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'u'`
  for (const { name } of unique) await sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = ${table} and indexname not in (select conname from pg_constraint where conrelid = ${table}::regclass)`
  for (const { name } of indexes) await sql`drop index ${sql.identifier(name)}`
  await addRows()
  for (const { name, definition } of unique) await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { definition } of indexes) await sql.unsafe(definition)
}

/**
 * Adds the postings in turn: the first posting of every member, then the second, so that one member's lie far apart as they would in real
 * life.
 */
async function addPostings(sql: Sql, staff: number, postings: number, years: number) {
  await sql`
    insert into posted_activities (user_id, activity_id, activity_name, activity_names, type, score, starting_date, link,
      term_id, state, reviewed_by, reviewed_at)
    select m.id, a.id, a.name, a.names, a.type, a.score, p.day, case when p.n % 4 = 0 then 'https://events.arden.example/' || a.id end,
      t.id, case when t.is_current then 'posted' else 'verified' end, case when not t.is_current then ad.id end,
      case when not t.is_current then t.end_date end
    from (
      select n, n % ${staff}::int as member,
        (${firstDay}::date - make_interval(years => year))::date + (round * ${daysBetweenPostings}) % ${days} as day,
        (n % ${staff}::int + round % ${days} + round / ${days}) % (select count(*) from activities) as activity
      from generate_series(0, ${postings}::int - 1) n,
        lateral (select n / ${staff}::int % ${years}::int as year, n / ${staff}::int / ${years}::int as round) r
    ) p
    join users ad on ad.username = ${administrator}
    join (select id, row_number() over (order by id) - 1 as number from users where role_id = ${roles.staff}) m on m.number = p.member
    join (select *, row_number() over (order by id) - 1 as number from activities) a on a.number = p.activity
    join terms t on p.day between t.start_date and t.end_date
    order by p.n`
  await sql`insert into first_sign_ins (user_id) select distinct user_id from posted_activities`
}

async function addSums(sql: Sql) {
  await sql`
    insert into term_scores (user_id, term_id, tp, fb, atts, acts, escore, posted_count)
    select u.id, t.id, (u.id * 7 % 100) / 10.0, (20 + u.id * 3 % 30) / 10.0,
      coalesce(sum(p.score) filter (where p.type = 'Attending'), 0), coalesce(sum(p.score) filter (where p.type = 'Compulsory'), 0),
      coalesce(sum(p.score) filter (where p.type = 'Elective'), 0), count(p.id)
    from users u cross join terms t left join posted_activities p on p.user_id = u.id and p.term_id = t.id
    where u.role_id = ${roles.staff} group by u.id, t.id`
}

/** The number of members whose sums are not what their postings add up to. */
export async function countWrongSums(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    with recounted as (
      select user_id, term_id, count(*) as posted_count, sum(case type when 'Attending' then score else 0 end) as atts,
        sum(case type when 'Compulsory' then score else 0 end) as acts, sum(case type when 'Elective' then score else 0 end) as escore
      from posted_activities group by user_id, term_id)
    select count(*)::int as count from term_scores s full join recounted r using (user_id, term_id)
    where (coalesce(s.posted_count, 0), coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0))
      is distinct from (coalesce(r.posted_count, 0), coalesce(r.atts, 0), coalesce(r.acts, 0), coalesce(r.escore, 0))`
  return row.count
}

/** Triggers that take a member's postings away again must arrive at exactly nothing. */
async function checkAgainstTriggers(database: Database) {
  const undo = new Error('undone')
  await database
    .begin(async (sql) => {
      const [member] = await sql<[{ id: number }]>`select min(user_id) as id from posted_activities`
      await sql`delete from posted_activities where user_id = ${member.id} and state = 'posted'`
      const left = await sql`
        select from term_scores join terms on terms.id = term_id
        where user_id = ${member.id} and is_current and (posted_count, atts + acts + escore) <> (0, 0)`
      if (left.length > 0) throw new Error('The sums are not those that the triggers keep.')
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}
