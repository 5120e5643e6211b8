import sharp from 'sharp'
import { degrees, genders, roles, titleCodes } from '../contract/codes.ts'
import type { Database, Sql } from './connect.ts'
import { activityKinds, departmentNames, firstNames, lastNames, occasions } from './demo-names.ts'

const staffCount = 240
const pictureCount = 12

/** The same university every time: the numbers follow from a fixed seed. */
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

/** Half-years: September to January, February to August. The last of the three holds today. */
export function demoTerms(today: Date) {
  const year = today.getFullYear()
  const month = today.getMonth() + 1
  let half = month >= 9 ? { year, isAutumn: true } : month === 1 ? { year: year - 1, isAutumn: true } : { year, isAutumn: false }
  const terms: { name: string; start_date: string; end_date: string; is_current: boolean }[] = []
  while (terms.length < 3) {
    const { year: start, isAutumn } = half
    terms.unshift({
      name: `${isAutumn ? 'Autumn' : 'Spring'} ${start}`,
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
    // The first ones keep the plain form, so that the printed sign-ins are short.
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
      gender: genders[index % 2] as string,
    }
  })
}

function dateBetween(random: Random, from: string, to: string) {
  const start = Date.parse(from)
  const days = (Date.parse(to) - start) / 86_400_000
  return new Date(start + Math.floor(random() * (days + 1)) * 86_400_000).toISOString().slice(0, 10)
}

/** Drawn, not photographed: plain pictures in several hues, marked as what they are. */
function drawPicture(index: number): Promise<Buffer> {
  const hue = Math.round((index * 360) / pictureCount)
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420">
      <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},35%,72%)"/><stop offset="1" stop-color="hsl(${hue + 40},30%,42%)"/></linearGradient></defs>
      <rect width="640" height="420" fill="url(#g)"/>
      <path d="M0 ${330 - index * 9} C160 ${250 + index * 6} 320 ${390 - index * 8} 640 ${270 + index * 5} V420 H0Z" fill="hsl(${hue},30%,30%)" opacity=".55"/>
      <circle cx="${90 + index * 40}" cy="${90 + (index % 4) * 25}" r="34" fill="#fff" opacity=".75"/>
      <text x="24" y="396" font-family="serif" font-size="22" fill="#fff">Demo picture ${index + 1}</text></svg>`),
  )
    .jpeg({ quality: 72 })
    .toBuffer()
}

async function addPictures(sql: Sql) {
  await sql`create temporary table demo_pictures (number int, bytes bytea) on commit drop`
  for (let index = 0; index < pictureCount; index += 1)
    await sql`insert into demo_pictures values (${index}, ${await drawPicture(index)})`
  await sql`insert into posted_images (posted_activity_id, bytes)
    select p.id, d.bytes from posted_activities p join demo_pictures d on d.number = p.id % ${pictureCount} where p.id % 3 = 0`
}

/**
 * A few reviews, and a few notices for everybody, most of them read. The tables write a notice for each score and each review by
 * themselves; of the past, nobody needs to hear any more, and nobody gets e-mail about what was made up.
 */
async function addNews(sql: Sql, firstMemberId: number) {
  await sql`delete from notices where term_id not in (select id from terms where is_current)`
  const [administrator] = await sql<{ id: number }[]>`
    select id from users where role_id = ${roles.admin} and removed_at is null order by id limit 1`
  if (administrator) {
    const latest = sql`
      select p.id, p.user_id, row_number() over (partition by p.user_id order by p.starting_date desc, p.id) as number
      from posted_activities p join terms t on t.id = p.term_id where t.is_current`
    await sql`
      update posted_activities p set state = 'verified', reviewed_by = ${administrator.id}, reviewed_at = now() - interval '2 days'
      from (${latest}) latest where latest.id = p.id and latest.number > 2`
    await sql`
      update posted_activities p set state = 'returned', returned_reason = 'The photo shows another event. Please add the right one.',
        reviewed_by = ${administrator.id}, reviewed_at = now() - interval '5 hours'
      from (${latest}) latest where latest.id = p.id and latest.number = 2 and (p.user_id - ${firstMemberId}) % 7 < 2`
    await sql`
      insert into notices (user_id, kind, posting_id, term_id, details)
      select ${administrator.id}, 'edited', p.id, p.term_id, jsonb_build_object('activity_name', p.activity_name, 'by', u.name)
      from posted_activities p join users u on u.id = p.user_id join (${latest}) latest on latest.id = p.id
      where latest.number = 1 order by p.id limit 3`
  }
  // A handful each: the oldest ones go.
  await sql`
    delete from notices n using (select id, row_number() over (partition by user_id order by id desc) as number from notices) ranked
    where ranked.id = n.id and ranked.number > 5`
  await sql`
    update notices n set mailed_at = now(), created_at = now() - make_interval(hours => ranked.number * 19 - 14),
      read_at = case when ranked.number > 2 or (n.user_id % 3 > 0 and n.kind not in ('returned', 'edited')) then now() end
    from (select id, row_number() over (partition by user_id order by id desc)::int as number from notices) ranked where ranked.id = n.id`
}

/**
 * Fills an empty database with a made-up university; a database with departments in it is left alone. Tells which terms are
 * over: closing them is the server's business.
 */
export async function fillDemo(database: Database, passwordHash: string, today = new Date()): Promise<{ pastTermIds: number[] }> {
  return database.begin(async (sql) => {
    const [there] = await sql`select from departments limit 1`
    if (there) return { pastTermIds: [] }
    const random = seededRandom(1948)
    const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id)

    const departmentIds = ids(
      await sql<{ id: number }[]>`insert into departments ${sql(departmentNames.map((name) => ({ name })))} returning id`,
    )
    const staff = await sql<
      { id: number }[]
    >`insert into users ${sql(demoStaff(random, departmentIds, passwordHash))} returning id`
    const activities = await sql<{ id: number; name: string; type: string; score: number }[]>`insert into activities ${sql(
      activityKinds.flatMap(({ what, type, score }) =>
        occasions.map((where, index) => ({
          name: `${what} ${where}`,
          description: `${what} ${where}. A certificate, a programme or a photo serves as evidence.`,
          type,
          score: score + index * 0.25,
        })),
      ),
    )} returning id, name, type, score`
    await sql`delete from terms`
    const terms = await sql<{ id: number; start_date: string; end_date: string }[]>`
      insert into terms ${sql(demoTerms(today))} returning id, start_date, end_date`

    const lastDay = today.toISOString().slice(0, 10)
    const postings = terms.flatMap((term) =>
      staff.flatMap(({ id: user_id }) => {
        // Some are busy and some have posted nothing yet, as everywhere.
        const count = random() < 0.08 ? 0 : between(random, 1, 9)
        const chosen = new Set(Array.from({ length: count }, () => pick(random, activities)))
        return [...chosen].map((activity, index) => ({
          user_id,
          activity_id: activity.id,
          activity_name: activity.name,
          type: activity.type,
          score: activity.score,
          starting_date: dateBetween(random, term.start_date, lastDay < term.end_date ? lastDay : term.end_date),
          link: index % 4 === 0 ? `https://events.arden.example/${activity.id}` : null,
          term_id: term.id,
        }))
      }),
    )
    for (let from = 0; from < postings.length; from += 2000)
      await sql`insert into posted_activities ${sql(postings.slice(from, from + 2000))}`
    await addPictures(sql)

    const points = terms.flatMap((term) =>
      staff.map(({ id }) => ({
        user_id: id,
        term_id: term.id,
        tp: toOneDecimal(random() * 10),
        fb: toOneDecimal(2 + random() * 3),
      })),
    )
    await sql`insert into term_scores ${sql(points)}
      on conflict (term_id, user_id) do update set tp = excluded.tp, fb = excluded.fb`
    await addNews(sql, staff[0]?.id ?? 0)
    return { pastTermIds: terms.slice(0, -1).map((term) => term.id) }
  })
}
