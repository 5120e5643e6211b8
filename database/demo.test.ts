import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { demoTerms, fillDemo } from './demo.ts'

const hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'

test('the demo is a plausible university, created once', async () => {
  const { sql, drop } = await createTestDatabase()
  try {
    await sql`insert into users (name, username, email, password_hash, role_id)
      values ('Administrator', 'admin', 'admin@test.example', ${hash}, 1)`
    await fillDemo(sql, hash, new Date('2026-11-15'))
    await fillDemo(sql, hash, new Date('2026-11-15'))
    const [counts] = await sql`select
      (select count(*)::int from departments where removed_at is null) as departments,
      (select count(*)::int from activities where removed_at is null) as activities,
      (select count(*)::int from terms) as terms, (select count(*)::int from users where role_id = 2 and removed_at is null) as staff,
      (select count(*)::int from users where removed_at < now()) as removed,
      (select count(*) > 2000 from posted_activities) as many_postings, (select count(*) > 500 from posted_images) as many_images,
      (select count(*) > 20 from evidence_files f join evidence_pages g on g.file_id = f.id where f.kind = 'pdf') as certificates,
      (select count(*)::int from posted_activities where starting_date > '2026-11-15') as postings_in_the_future,
      (select count(*)::int from posted_activities where term_id <> term_of(starting_date)) as postings_in_the_wrong_term`
    expect(counts).toEqual({
      departments: 12,
      activities: 60,
      terms: 3,
      staff: 240,
      removed: 2,
      many_postings: true,
      many_images: true,
      certificates: true,
      postings_in_the_future: 0,
      postings_in_the_wrong_term: 0,
    })
    const [rights] = await sql`select
      (select count(distinct department_id)::int from department_heads) as headed_departments,
      (select count(*)::int from delegations_in_force where department_id is not null) as delegations,
      (select count(*)::int from notices where kind = 'review lent') as delegates_told`
    expect(rights).toEqual({ headed_departments: 2, delegations: 1, delegates_told: 1 })
    expect(
      await sql`
        select f.name, count(d.id)::int as departments,
          (select count(*)::int from faculty_deans n where n.faculty_id = f.id) as deans
        from faculties f join departments d on d.faculty_id = f.id and d.removed_at is null group by f.id order by f.id`,
    ).toEqual([
      { name: 'Faculty of Science and Medicine', departments: 5, deans: 0 },
      { name: 'Faculty of Engineering', departments: 3, deans: 1 },
      { name: 'Faculty of Arts, Law and Economics', departments: 4, deans: 0 },
    ])
    expect(
      await sql`
        select r."right", u.role_id, u.username in ('l.hassan', 'r.mahmood') as is_printed
        from user_rights r join users u on u.id = r.user_id where u.role_id = 2`,
    ).toEqual([{ right: 'reader', role_id: 2, is_printed: false }])
    const inKurdishAndArabic = ['ckb', 'ar']
    const untranslated = await sql`
      select name from departments where not names ?& ${inKurdishAndArabic} union all
      select name from faculties where not names ?& ${inKurdishAndArabic} union all
      select name from activities where not names ?& ${inKurdishAndArabic} or not descriptions ?& ${inKurdishAndArabic} union all
      select name from terms where not names ?& ${inKurdishAndArabic} union all
      select activity_name from posted_activities where not activity_names ?& ${inKurdishAndArabic} union all
      select kind from notices where posting_id is not null and not translations -> 'activity_names' ?& ${inKurdishAndArabic}`
    expect(untranslated).toEqual([])
    // Kurdish letters are used, not the Arabic ones that look the same: ك and ي would not be found by a Kurdish search.
    const mixed =
      await sql`select name from activities where (names ->> 'ckb') || (descriptions ->> 'ckb') ~ '[كيىةؤأإ]' union all
      select name from faculties where names ->> 'ckb' ~ '[كيىةؤأإ]' union all
      select name from departments where names ->> 'ckb' ~ '[كيىةؤأإ]'`
    expect(mixed).toEqual([])
    // Each first name belongs to one gender, and both are there.
    const genders = await sql<{ first_name: string; genders: string[] }[]>`
      select (regexp_match(name, '^(?:Dr\\. )?(\\S+)'))[1] as first_name, array_agg(distinct gender) as genders
      from users where role_id = 2 group by 1`
    expect(genders.filter((one) => one.genders.length !== 1)).toEqual([])
    expect(Object.fromEntries(genders.map((one) => [one.first_name, one.genders[0]]))).toMatchObject({
      Layla: 'Female',
      Ahmed: 'Male',
      Grace: 'Female',
      Rebin: 'Male',
      Lana: 'Female',
      Thomas: 'Male',
    })

    const wrongSums = await sql`
      select user_id, term_id from term_scores s where acts + atts + escore <>
        (select coalesce(sum(counted_points), 0) from posted_activities p where p.user_id = s.user_id and p.term_id = s.term_id)`
    expect(wrongSums).toHaveLength(0)

    const [rules] = await sql`select (select rules_version from terms where is_current) as of_the_current_term,
      (select count(*) > 10 from posted_activities where over_limit is not null) as some_are_over_the_limit,
      (select count(*)::int from posted_activities p join terms t on t.id = p.term_id where not t.is_current and p.over_limit is not null) as in_past_terms`
    expect(rules).toEqual({ of_the_current_term: 2, some_are_over_the_limit: true, in_past_terms: 0 })

    const [news] = await sql`
      with each_one as (select u.username, u.role_id, count(n.id)::int as count, count(n.id) filter (where n.read_at is null)::int as unread,
          bool_or(n.kind = 'returned' and n.read_at is null) as has_returned
        from users u left join notices n on n.user_id = u.id where u.removed_at is null group by u.id)
      select min(count) filter (where role_id = 2) as fewest, max(count) as most, max(unread) as most_unread,
        avg(unread) < 1 as usually_read, min(unread) filter (where username in ('admin', 'l.hassan', 'r.mahmood')) as unread_of_the_printed,
        bool_and(has_returned) filter (where username in ('l.hassan', 'r.mahmood')) as printed_were_returned_one,
        (select count(*)::int from notices where mailed_at is null or created_at > now()) as to_be_mailed_or_wrong
      from each_one`
    // Each member has notices, fewer where the feedback is missing; most of them are read, and none is queued for e-mail.
    expect(news).toEqual({
      fewest: 1,
      most: 5,
      most_unread: 2,
      usually_read: true,
      unread_of_the_printed: 1,
      printed_were_returned_one: true,
      to_be_mailed_or_wrong: 0,
    })
    // The list of notices is sorted by id and shows times: both must have the same order.
    const disordered = await sql`
      select from notices a join notices b on b.user_id = a.user_id and b.id > a.id and b.created_at <= a.created_at`
    expect(disordered).toHaveLength(0)

    const [review] = await sql<[Record<string, number>]>`
      select count(*) filter (where state = 'verified')::int as verified, count(*) filter (where state = 'returned')::int as returned,
        count(*) filter (where state = 'posted')::int as waiting, count(distinct returned_reason)::int as reasons,
        count(*) filter (where reviewed_at < p.created_at or p.created_at::date < starting_date)::int as before_their_time
      from posted_activities p join terms t on t.id = p.term_id where is_current`
    expect(review['waiting']).toBeGreaterThan((review['verified'] ?? 0) + (review['returned'] ?? 0))
    expect(review['verified']).toBeGreaterThan(5 * (review['returned'] ?? 0))
    expect(review['returned']).toBeGreaterThan(10)
    expect(review).toMatchObject({ reasons: 6, before_their_time: 0 })
    const [twice] = await sql<[{ images: number; links: number }]>`
      with waiting as (select p.* from posted_activities p join terms t on t.id = p.term_id where is_current and state = 'posted')
      select
        (select count(*)::int from waiting p join posted_images i on i.posted_activity_id = p.id where exists (
          select from posted_images oi join posted_activities o on o.id = oi.posted_activity_id
          where oi.content_hash = i.content_hash and o.id < p.id and o.user_id <> p.user_id)) as images,
        (select count(*)::int from waiting p where exists (
          select from posted_activities o where link_key(o.link) = link_key(p.link) and o.id < p.id and o.user_id <> p.user_id
            and o.activity_id <> p.activity_id)) as links`
    for (const count of Object.values(twice)) {
      expect(count).toBeGreaterThan(4)
      expect(count).toBeLessThan(30)
    }

    const printed = [
      ...readFileSync(new URL('../server/main.ts', import.meta.url), 'utf8').matchAll(/' {4}(\S+) +member of staff'/g),
    ]
    expect(printed).toHaveLength(2)
    for (const [, username] of printed) {
      expect(await sql`select from users where username = ${username ?? ''}`).toHaveLength(1)
      // The demo member has a returned activity to look at.
      expect(
        await sql`
          select from posted_activities p join users u on u.id = p.user_id join terms t on t.id = p.term_id
          where username = ${username ?? ''} and is_current and state = 'returned'`,
      ).not.toHaveLength(0)
    }
  } finally {
    await drop()
  }
})

test.each([
  ['2026-11-15', ['Autumn 2025', 'Spring 2026', 'Autumn 2026']],
  ['2027-01-31', ['Autumn 2025', 'Spring 2026', 'Autumn 2026']],
  ['2027-02-01', ['Spring 2026', 'Autumn 2026', 'Spring 2027']],
  ['2026-08-31', ['Spring 2025', 'Autumn 2025', 'Spring 2026']],
])('on %s the terms are %j', (today, names) => {
  const terms = demoTerms(new Date(`${today}T12:00`))
  expect(terms.map(({ name }) => name)).toEqual(names)
  const last = terms.at(-1)
  expect(last).toMatchObject({ is_current: true })
  expect(last && last.start_date <= today && today <= last.end_date).toBe(true)
})
