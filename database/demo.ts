import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { degrees, roles, titleCodes } from '../contract/codes.ts'
import type { Translations } from '../contract/fields.ts'
import { type Database, noTimeLimit, type Sql } from './connect.ts'
import {
  demoActivities,
  demoDepartments,
  demoFaculties,
  demoReturnReasons,
  demoSettings,
  firstNames,
  genderOfFirstName,
  lastNames,
  removedActivity,
  removedDepartment,
  removedStaff,
  seasons,
} from './demo-names.ts'

const staffCount = 240
/** The number of pictures that postings of past terms share, each in a file of its own: the same file twice means something. */
const sharedPictures = 12
const ownPictures = 180

/** A random generator with a fixed seed, so that the university is the same every time. */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Random = ReturnType<typeof seededRandom>
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const between = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1))
const toOneDecimal = (value: number) => Math.round(value * 10) / 10

/** Terms of half a year: September to January, February to August. The last of the three contains today. */
export function demoTerms(today: Date) {
  const year = today.getFullYear()
  const month = today.getMonth() + 1
  let half = month >= 9 ? { year, isAutumn: true } : month === 1 ? { year: year - 1, isAutumn: true } : { year, isAutumn: false }
  const terms: { name: string; names: Translations; start_date: string; end_date: string; is_current: boolean }[] = []
  while (terms.length < 3) {
    const { year: start, isAutumn } = half
    const season = isAutumn ? seasons.autumn : seasons.spring
    terms.unshift({
      name: `${season.en} ${start}`,
      names: { ckb: `${season.ckb} ${start}`, ar: `${season.ar} ${start}` },
      start_date: isAutumn ? `${start}-09-01` : `${start}-02-01`,
      end_date: isAutumn ? `${start + 1}-01-31` : `${start}-08-31`,
      is_current: terms.length === 0,
    })
    half = isAutumn ? { year: start, isAutumn: false } : { year: start - 1, isAutumn: true }
  }
  return terms
}

function demoStaff(random: Random, departmentIds: number[], passwordHash: string) {
  return Array.from({ length: staffCount }, (_, index) => {
    const first = firstNames[(index * 7) % firstNames.length] as string
    const last = lastNames[(index * 11 + Math.floor(index / lastNames.length)) % lastNames.length] as string
    const degree = pick(random, degrees)
    // The first usernames keep the plain form, so that the printed sign-ins are short.
    const username = `${first[0]}.${last}`.toLowerCase() + (index < lastNames.length ? '' : index)
    return {
      name: degree === 'PhD' ? `Dr. ${first} ${last}` : `${first} ${last}`,
      email: `${username}@arden.example`,
      degree,
      title: pick(random, titleCodes),
      username,
      password_hash: passwordHash,
      department_id: departmentIds[index % departmentIds.length] as number,
      role_id: roles.staff,
      gender: genderOfFirstName(first),
    }
  })
}

function dateBetween(random: Random, from: string, to: string) {
  const start = Date.parse(from)
  const days = (Date.parse(to) - start) / 86_400_000
  return new Date(start + Math.floor(random() * (days + 1)) * 86_400_000).toISOString().slice(0, 10)
}

/** A moment some days later, in working hours, but not in the future. */
function postedAfter(random: Random, day: string, today: Date) {
  const moment = new Date(Date.parse(day) + between(random, 0, 6) * 86_400_000 + between(random, 8 * 60, 17 * 60) * 60_000)
  return (moment < today ? moment : today).toISOString()
}

/** A drawn picture, not a photo: plain, in several hues, and marked as what it is. */
function drawPicture(_: unknown, index: number): Promise<Buffer> {
  const hue = Math.round((index * 360) / sharedPictures) + index
  const step = index % sharedPictures
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
      <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},35%,72%)"/><stop offset="1" stop-color="hsl(${hue + 40},30%,42%)"/></linearGradient></defs>
      <rect width="480" height="320" fill="url(#g)"/>
      <path d="M0 ${250 - step * 7} C120 ${185 + step * 5} 240 ${295 - step * 6} 480 ${200 + step * 4} V320 H0Z" fill="hsl(${hue},30%,30%)" opacity=".55"/>
      <circle cx="${70 + step * 29}" cy="${70 + (index % 4) * 20}" r="27" fill="#fff" opacity=".75"/>
      <text x="18" y="302" font-family="serif" font-size="18" fill="#fff">Demo picture ${index + 1}</text></svg>`),
  )
    .jpeg({ quality: 72 })
    .toBuffer()
}

/** A certificate: a page as a picture, and a PDF of that page. */
async function drawCertificate(_: unknown, index: number): Promise<{ page: Buffer; pdf: Buffer }> {
  const hue = index * 60
  const page = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1131" height="1600">
      <rect width="1131" height="1600" fill="#fffdf8"/>
      <rect x="60" y="60" width="1011" height="1480" fill="none" stroke="hsl(${hue},35%,45%)" stroke-width="6"/>
      <rect x="80" y="80" width="971" height="1440" fill="none" stroke="hsl(${hue},35%,45%)" stroke-width="2"/>
      <g font-family="serif" text-anchor="middle" fill="#222"><text x="565" y="420" font-size="76">Certificate</text>
        <text x="565" y="500" font-size="40">of attendance</text>
        <text x="565" y="760" font-size="34">Demo certificate ${index + 1}, drawn by the portal</text>
        <text x="565" y="820" font-size="34">for a made-up university</text></g>
      <circle cx="565" cy="1180" r="90" fill="hsl(${hue},35%,45%)" opacity=".8"/></svg>`),
  )
    .jpeg({ quality: 72 })
    .toBuffer()
  const document = new PDFDocument({ size: [595, 842], margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = once(document, 'end')
  document.image(page, 0, 0, { width: 595, height: 842 })
  document.end()
  await end
  return { page, pdf: Buffer.concat(chunks) }
}

/** Some postings of the current term have further files, those of the printed accounts too: a certificate, and a photo beside it. */
async function addFiles(sql: Sql, currentTermId: number, printedIds: readonly number[]) {
  const certificates = await Promise.all(Array.from({ length: 6 }, drawCertificate))
  await sql`create temporary table demo_certificates (number int, page bytea, pdf bytea) on commit drop`
  for (const [number, { page, pdf }] of certificates.entries())
    await sql`insert into demo_certificates values (${number}, ${page}, ${pdf})`
  const chosen = sql`p.term_id = ${currentTermId} and (p.id % 20 = 0 or p.user_id = any(${printedIds}))`
  // A viewer ignores a comment after the end of a PDF: each one is a file of its own.
  await sql`
    with files as (
      insert into evidence_files (posted_activity_id, position, kind, name, bytes, page_count, width, height)
      select p.id, 1, 'pdf', 'Certificate ' || to_char(p.starting_date, 'YYYY-MM-DD') || '.pdf',
        c.pdf || convert_to('%' || p.id, 'UTF8'), 1, 1131, 1600
      from posted_activities p join demo_certificates c on c.number = p.id % ${certificates.length} where ${chosen}
      returning id, posted_activity_id)
    insert into evidence_pages (file_id, page, bytes)
    select f.id, 1, c.page from files f join demo_certificates c on c.number = f.posted_activity_id % ${certificates.length}`
  await sql`insert into evidence_files (posted_activity_id, position, kind, name, bytes, width, height)
    select p.id, 2, 'photo', 'IMG_' || p.id || '.jpg', d.bytes || int4send(p.id), 480, 320
    from posted_activities p join demo_pictures d on d.number = p.id % ${sharedPictures} where ${chosen} and p.id % 2 = 0`
}

async function addPictures(sql: Sql, pictures: readonly Buffer[], currentTermId: number) {
  await sql`create temporary table demo_pictures (number int, bytes bytea) on commit drop`
  for (const [number, bytes] of pictures.entries()) await sql`insert into demo_pictures values (${number}, ${bytes})`
  // A viewer ignores what follows the end of a JPEG.
  await sql`insert into posted_images (posted_activity_id, bytes)
    select p.id, d.bytes || int4send(p.id) from posted_activities p join demo_pictures d on d.number = p.id % ${sharedPictures}
    where p.id % 3 = 0 and p.term_id <> ${currentTermId}`
  // Some postings reuse the picture of another one, for the reviewer to find.
  await sql`insert into posted_images (posted_activity_id, bytes)
    select p.id, d.bytes from (
      select id, row_number() over (order by id) - 1 as place from posted_activities where term_id = ${currentTermId} and id % 6 = 0) p
    join demo_pictures d on d.number = ${sharedPictures} + p.place - (p.place % 16 = 15)::int`
}

/** A second version of the rules, for the current term: some members have more electives than count. */
async function addRules(sql: Sql, currentTermId: number) {
  await sql`
    with version as (insert into rules_versions (number, published_by, note)
        select 2, min(id), 'At most two electives a term count, so that nobody collects small ones.' from users where role_id = 1),
      bands as (insert into rules_bands (rules_version, title, lower_bounds)
        select 2, title, lower_bounds from rules_bands where rules_version = 1)
    insert into rules_limits (rules_version, type, most_times) values (2, 'Elective', 2)`
  await sql`update terms set rules_version = 2 where id = ${currentTermId}`
}

/** The decisions of an administrator so far: most of the older third. Earlier terms were not reviewed. */
async function reviewSome(sql: Sql, currentTermId: number, printedIds: readonly number[]) {
  const [reviewer] = await sql<{ id: number }[]>`select id from users where role_id = ${roles.admin} order by id limit 1`
  if (!reviewer) return
  await sql`select set_config('portal.actor_id', ${String(reviewer.id)}, true)`
  // The accounts that the terminal prints have a returned posting to look at.
  const decided = sql`
    select *, case when lot < 6 or is_shown then 'returned' else 'verified' end as decision from (
      select id, created_at, id * 37 % 100 as lot, percent_rank() over (order by id) as place,
        user_id = any(${printedIds}) and id = min(id) over (partition by user_id) as is_shown
      from posted_activities where term_id = ${currentTermId}) placed
    where is_shown or place < 0.35 and lot < 93`
  for (const decision of ['verified', 'returned'])
    await sql`
      update posted_activities p set state = ${decision}, reviewed_by = ${reviewer.id},
        reviewed_at = least(decided.created_at + interval '3 days', now()),
        returned_reason = case when ${decision === 'returned'} then reason.name end,
        returned_reasons = case when ${decision === 'returned'} then reason.names else '{}' end,
        return_reason_ids = case when ${decision === 'returned'} then array[reason.id] else '{}' end
      from (${decided}) decided join return_reasons reason on reason.place = 1 + decided.id % ${demoReturnReasons.length}
      where decided.id = p.id and decided.decision = ${decision}`
}

/** Some members have answered a return, and most of the answers were verified: these postings have a history. */
async function answerSome(sql: Sql, currentTermId: number, printedIds: readonly number[]) {
  const returned = await sql<{ id: number; user_id: number; reviewed_by: number }[]>`
    select id, user_id, reviewed_by from posted_activities
    where term_id = ${currentTermId} and state = 'returned' and user_id <> all(${printedIds}) order by id limit 9`
  for (const [index, { id, user_id, reviewed_by }] of returned.entries()) {
    await sql`select set_config('portal.actor_id', ${String(user_id)}, true)`
    await sql`update posted_activities set link = ${`https://events.arden.example/${currentTermId}/programme/${id}`} where id = ${id}`
    if (index % 3 === 0) continue
    await sql`select set_config('portal.actor_id', ${String(reviewed_by)}, true)`
    await sql`update posted_activities set state = 'verified', reviewed_by = ${reviewed_by}, reviewed_at = now() where id = ${id}`
  }
}

/** The faculties, with their departments. */
async function addFaculties(sql: Sql) {
  for (const { departments, ...faculty } of demoFaculties)
    await sql`
      with added as (insert into faculties ${sql.insert(faculty)} returning id)
      update departments set faculty_id = added.id from added where name = any(${departments})`
}

/** A dean of the faculty that they belong to, and a member who reads what administrators read: both are scored as before. */
async function addDeanAndReader(sql: Sql, [dean = 0, reader = 0]: readonly number[]) {
  const [administrator] = await sql<{ id: number }[]>`select id from users where role_id = ${roles.admin} order by id limit 1`
  if (!administrator) return
  await sql`select set_config('portal.actor_id', ${String(administrator.id)}, true)`
  await sql`
    insert into faculty_deans (user_id, faculty_id, created_by)
    select u.id, d.faculty_id, ${administrator.id} from users u join departments d on d.id = u.department_id where u.id = ${dean}`
  await sql`insert into user_rights (user_id, "right", given_by) values (${reader}, 'reader', ${administrator.id})`
}

/** Two heads of department. The first one is away for a month, and has lent Review to the third. */
async function addHeads(sql: Sql, [first = 0, second = 0, delegate = 0]: readonly number[]) {
  await sql`insert into department_heads (user_id, department_id)
    select id, department_id from users where id in (${first}, ${second}) order by id`
  await sql`select set_config('portal.actor_id', ${String(first)}, true)`
  await sql`insert into delegations (lender_id, delegate_id, last_day, ends_at, created_by)
    values (${first}, ${delegate}, current_date + 30, (current_date + 31)::timestamptz, ${first})`
}

/**
 * The questions of members: about a posting that was returned to a printed account, about a score, and about something missing, which was
 * answered. The only administrator returned the posting, so that only the head of the department may answer it.
 */
async function addQuestions(sql: Sql, currentTermId: number, printedId: number, [second = 0, third = 0]: readonly number[]) {
  const [administrator] = await sql<{ id: number }[]>`select id from users where role_id = ${roles.admin} order by id limit 1`
  if (!administrator) return
  const actAs = (id: number) => sql`select set_config('portal.actor_id', ${String(id)}, true)`
  await actAs(printedId)
  await sql`
    insert into score_questions (user_id, term_id, subject, posted_activity_id, activity_name, activity_names, text,
      link, decided_by)
    select user_id, term_id, 'posting', id, activity_name, activity_names,
      'The list of participants is on the page of the faculty since last week. My name is on its second page.',
      'https://events.arden.example/participants', last_decider('posting', user_id, term_id, id)
    from posted_activities where user_id = ${printedId} and term_id = ${currentTermId} and state = 'returned' order by id limit 1`
  await actAs(second)
  await sql`insert into score_questions (user_id, term_id, subject, text, decided_by)
    values (${second}, ${currentTermId}, 'tp', 'The second group of the laboratory course is not in it, I think.',
      last_decider('tp', ${second}::int, ${currentTermId}::int, null))`
  await actAs(third)
  const [missing] = await sql<{ id: number }[]>`insert into score_questions (user_id, term_id, subject, text)
    values (${third}, ${currentTermId}, 'missing', 'The summer school in July is not listed.') returning id`
  await actAs(administrator.id)
  if (missing)
    await sql`update score_questions set state = 'declined', answered_by = ${administrator.id}, answered_at = now(),
        updated_by = ${administrator.id}, answer = 'July belongs to the term before, and it counts there: see its statement.'
      where id = ${missing.id}`
}

/** The closings of past terms are no news in the demo. */
export async function forgetPastNotices(sql: Sql) {
  await sql`delete from notices where term_id not in (select id from terms where is_current)`
}

/**
 * A few notices for everybody, most of them read. The tables write a notice for each score and each review by
 * themselves; notices of the past are marked as read, and none is mailed.
 */
async function addNews(sql: Sql) {
  await forgetPastNotices(sql)
  const [administrator] = await sql<{ id: number }[]>`
    select id from users where role_id = ${roles.admin} and removed_at is null order by id limit 1`
  if (administrator) {
    const latest = sql`
      select p.id, p.user_id, row_number() over (partition by p.user_id order by p.starting_date desc, p.id) as number
      from posted_activities p join terms t on t.id = p.term_id where t.is_current`
    await sql`
      insert into notices (user_id, kind, posting_id, term_id, details)
      select ${administrator.id}, 'edited', p.id, p.term_id, jsonb_strip_nulls(jsonb_build_object('activity_name', p.activity_name,
        'activity_names', p.activity_names, 'by', u.name))
      from posted_activities p join users u on u.id = p.user_id join (${latest}) latest on latest.id = p.id
      where latest.number = 1 and p.state = 'posted' order by p.id limit 3`
  }
  // A handful of notices remains for each member: the oldest ones go.
  await sql`
    delete from notices n using (select id, row_number() over (partition by user_id order by id desc) as number from notices) ranked
    where ranked.id = n.id and ranked.number > 5`
  await sql`
    update notices n set mailed_at = now(), created_at = now() - make_interval(hours => ranked.number * 19 - 14),
      read_at = case when ranked.number > 2 or (n.user_id % 3 > 0 and n.kind not in ('returned', 'edited', 'question asked')) then now() end
    from (select id, row_number() over (partition by user_id order by id desc)::int as number from notices) ranked where ranked.id = n.id`
}

/** Removed rows, for the administrator to restore. */
async function addRemoved(sql: Sql, departmentId: number, today: Date) {
  const [admin] = await sql<{ id: number }[]>`
    select id from users where role_id = ${roles.admin} and removed_at is null order by id limit 1`
  const daysAgo = (days: number) => ({
    removed_at: new Date(today.getTime() - days * 86_400_000).toISOString(),
    updated_by: admin?.id ?? null,
  })
  await sql`insert into departments ${sql.insert({ ...removedDepartment, ...daysAgo(40) })}`
  await sql`insert into activities ${sql.insert({ ...removedActivity, ...daysAgo(12) })}`
  const staff = removedStaff.map((member, index) => ({
    ...member,
    email: `${member.username}@arden.example`,
    department_id: departmentId,
    role_id: roles.staff,
    ...daysAgo(3 + index * 20),
  }))
  await sql`insert into users ${sql.insert(staff)}`
}

/** The settings and terms as an administrator would have saved them: the first steps of the demo are done. */
async function nameUniversity(sql: Sql) {
  await sql`insert into portal_settings ${sql.insert(demoSettings)} on conflict do nothing`
  await sql`update terms set updated_by = (select min(id) from users where role_id = 1)`
}

/**
 * Fills an empty database with a fictional university; a database with departments in it is left alone. Returns which terms are over:
 * closing them is the server's business.
 */
export async function fillDemo(database: Database, passwordHash: string, today = new Date()): Promise<{ pastTermIds: number[] }> {
  const isThere = async (sql: Sql) => (await sql`select from departments limit 1`).length > 0
  if (await isThere(database)) return { pastTermIds: [] }
  const pictures = await Promise.all(Array.from({ length: sharedPictures + ownPictures }, drawPicture))
  return database.begin(async (sql) => {
    if (await isThere(sql)) return { pastTermIds: [] }
    const random = seededRandom(1948)
    const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id)

    const departmentIds = ids(await sql<{ id: number }[]>`insert into departments ${sql.insert(demoDepartments)} returning id`)
    await addFaculties(sql)
    const staff = await sql<
      { id: number }[]
    >`insert into users ${sql.insert(demoStaff(random, departmentIds, passwordHash))} returning id`
    const activities = await sql<
      { id: number; name: string; type: string; score: number }[]
    >`insert into activities ${sql.insert(demoActivities)} returning id, name, type, score`
    await sql`insert into return_reasons ${sql.insert(demoReturnReasons.map((reason, index) => ({ ...reason, place: index + 1 })))}`
    await sql`delete from terms`
    const terms = await sql<{ id: number; start_date: string; end_date: string }[]>`
      insert into terms ${sql.insert(demoTerms(today))} returning id, start_date, end_date`

    await nameUniversity(sql)

    const lastDay = today.toISOString().slice(0, 10)
    const chosenPostings = terms.flatMap((term) =>
      staff.flatMap(({ id: user_id }) => {
        // Some members are busy and some have posted nothing yet, as everywhere.
        const count = random() < 0.08 ? 0 : between(random, 1, 9)
        const chosen = new Set(Array.from({ length: count }, () => pick(random, activities)))
        return [...chosen].map((activity) => {
          const starting_date = dateBetween(random, term.start_date, lastDay < term.end_date ? lastDay : term.end_date)
          return {
            user_id,
            activity_id: activity.id,
            activity_name: activity.name,
            type: activity.type,
            score: activity.score,
            starting_date,
            term_id: term.id,
            created_at: postedAfter(random, starting_date, today),
          }
        })
      }),
    )
    const postings = chosenPostings
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
      // Every other posting has a page: that of its event for one activity, else one of its own; some reuse the page of another posting.
      .map((posting, index) => {
        const isShared = posting.activity_id === activities[0]?.id
        const page = isShared ? 'event' : index % 46 === 44 ? index - 2 : index
        return { ...posting, link: index % 2 === 0 ? `https://events.arden.example/${posting.term_id}/${page}` : null }
      })
    for (let from = 0; from < postings.length; from += 2000)
      await sql`insert into posted_activities ${sql.insert(postings.slice(from, from + 2000))}`
    await sql`insert into first_sign_ins (user_id, at) select user_id, min(created_at) from posted_activities group by user_id`
    const currentTermId = terms.at(-1)?.id ?? 0
    await addRules(sql, currentTermId)
    await addPictures(sql, pictures, currentTermId)
    const printedIds = ids(staff.slice(0, 2))
    await addFiles(sql, currentTermId, printedIds)

    const points = terms.flatMap((term) =>
      staff.map(({ id }) => ({
        user_id: id,
        term_id: term.id,
        tp: toOneDecimal(random() * 10),
        fb: toOneDecimal(2 + random() * 3),
      })),
    )
    await sql`insert into term_scores ${sql.insert(points)}
      on conflict (term_id, user_id) do update set tp = excluded.tp, fb = excluded.fb`
    // The feedback of one department has not come in yet.
    await sql`update term_scores set fb = null where term_id = ${currentTermId}
      and user_id in (select id from users where department_id = ${departmentIds.at(-1)})`
    await reviewSome(sql, currentTermId, printedIds)
    await answerSome(sql, currentTermId, printedIds)
    // The heads are members of the first two departments, but not those whose sign-ins are printed.
    await addHeads(sql, ids(staff.slice(departmentIds.length, departmentIds.length + 3)))
    await addDeanAndReader(sql, ids(staff.slice(departmentIds.length + 4, departmentIds.length + 6)))
    await addQuestions(sql, currentTermId, printedIds[1] ?? 0, ids(staff.slice(4, 6)))
    await addNews(sql)
    await addRemoved(sql, departmentIds[0] ?? 0, today)
    return { pastTermIds: terms.slice(0, -1).map((term) => term.id) }
  }, noTimeLimit)
}
