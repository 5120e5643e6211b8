import multipart from '@fastify/multipart'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import { gradeFor } from '../contract/grading.ts'
import { connect } from '../database/connect.ts'

/**
 * What the portal is held against: the same answers from the simplest SQL, with as many connections to the same database, and nothing
 * else. No sign-in, no access, no validation, no headers, no records of who did what.
 */

const sql = connect(process.env['DATABASE_URL'] ?? '', { applicationName: 'staff-portal bare', timeLimitMs: 0 })
const app = Fastify()
await app.register(multipart, { attachFieldsToBody: 'keyValues' })

app.get('/health', async () => ({ status: 'ready' }))

app.get('/activities', async () => ({
  activities: await sql`
    select id, name, description, score, type, version from activities where removed_at is null order by name, id`,
}))

const userColumns = sql`
  select u.id, u.name, u.email, u.degree, u.title, u.username, u.department_id, d.name as department_name, u.role_id, u.gender,
    u.version, u.password_hash is not null as can_sign_in, u.title as graded_title, coalesce(s.tp, 0) as tp, coalesce(s.fb, 0) as fb, coalesce(s.atts, 0) as atts,
    coalesce(s.acts, 0) as acts, coalesce(s.escore, 0) as escore, coalesce(s.total_score, 0) as total_score
  from users u left join departments d on d.id = u.department_id
  left join term_scores s on s.user_id = u.id and s.term_id = (select id from terms where is_current)`

app.get('/users', async () => ({ users: await sql`${userColumns} order by u.name, u.id` }))

app.get<{ Params: { id: string } }>('/users/id/:id', async (request) => {
  const [user] = await sql`${userColumns} where u.id = ${request.params.id}`
  return { user }
})

app.get<{ Querystring: { user_id: string } }>('/posted-activities', async (request) => ({
  postedActivities: await sql`
    select p.id, p.user_id, p.activity_id, p.activity_name, p.type, p.score, p.starting_date, p.link, i.id as image_id,
      p.term_id, t.name as term_name, t.status as term_status, p.state, p.returned_reason, p.version,
      (select name from users where id = p.reviewed_by) as reviewed_by_name, p.reviewed_at
    from posted_activities p join terms t on t.id = p.term_id left join posted_images i on i.posted_activity_id = p.id
    where p.user_id = ${request.query.user_id} order by p.starting_date desc, p.id desc`,
}))

interface Scored {
  title: string | null
  total_score: number
}
const graded = (rows: readonly Scored[]) => rows.map((row) => ({ ...row, grade: gradeFor(row.title, row.total_score) }))

app.get('/staff', async () => {
  const rows = await sql<Scored[]>`
    select u.id, u.name, u.degree, u.title, u.department_id, d.name as department_name, u.email, s.tp, s.fb, s.atts, s.acts, s.escore,
      s.total_score, s.posted_count, s.verified_count, s.returned_count
    from users u left join departments d on d.id = u.department_id
    left join term_scores s on s.user_id = u.id and s.term_id = (select id from terms where is_current)
    where u.role_id = 2 order by u.name, u.id`
  return { staff: graded(rows) }
})

/** As it is written first: no sums are kept, so all postings are added up each time. */
app.get('/naive/staff', async () => {
  const rows = await sql<Scored[]>`
    select u.id, u.name, u.degree, u.title, u.department_id, d.name as department_name, u.email, s.tp, s.fb,
      coalesce(p.atts, 0) as atts, coalesce(p.acts, 0) as acts, coalesce(p.escore, 0) as escore,
      s.tp + s.fb + coalesce(p.atts, 0) + coalesce(p.acts, 0) + coalesce(p.escore, 0) as total_score,
      coalesce(p.posted_count, 0) as posted_count, coalesce(p.verified_count, 0) as verified_count, coalesce(p.returned_count, 0) as returned_count
    from users u left join departments d on d.id = u.department_id
    left join term_scores s on s.user_id = u.id and s.term_id = (select id from terms where is_current)
    left join (
      select user_id, sum(score) filter (where type = 'Attending') as atts, sum(score) filter (where type = 'Compulsory') as acts,
        sum(score) filter (where type = 'Elective') as escore, count(*)::int as posted_count,
        count(*) filter (where state = 'verified')::int as verified_count, count(*) filter (where state = 'returned')::int as returned_count
      from posted_activities where term_id = (select id from terms where is_current) group by user_id) p on p.user_id = u.id
    where u.role_id = 2 order by u.name, u.id`
  return { staff: graded(rows) }
})

// The same columns, indexes and references, but nothing that keeps sums or records.
await sql.begin(async (tx) => {
  await tx`select pg_advisory_xact_lock(1)`
  await tx`create table if not exists bare_postings (like posted_activities including all,
    foreign key (user_id) references users, foreign key (activity_id) references activities, foreign key (term_id) references terms)`
})

interface PostingBody {
  activity_name: string
  starting_date: string
  link: string
  user_id: string
}

app.post<{ Body: PostingBody }>('/posted-activities', async (request, reply) => {
  const { activity_name, starting_date, link, user_id } = request.body
  const [postedActivity] = await sql`
    with added as (
      insert into bare_postings (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
      select ${user_id}, id, name, type, score, ${starting_date}, ${link}, term_of(${starting_date})
      from activities where lower(name) = lower(${activity_name} collate name_order) and removed_at is null
      returning *)
    select p.id, p.user_id, p.activity_id, p.activity_name, p.type, p.score, p.starting_date, p.link, null as image_id,
      p.term_id, t.name as term_name, t.status as term_status, p.state, p.returned_reason, p.version,
      null as reviewed_by_name, null as reviewed_at
    from added p join terms t on t.id = p.term_id`
  return reply.code(201).send({ postedActivity })
})

app.post<{ Body: { username: string; password: string } }>('/auth/login', async (request, reply) => {
  const [account] = await sql<{ id: number; role_id: number; username: string; name: string; password_hash: string }[]>`
    select id, role_id, username, name, password_hash from users where lower(username) = lower(${request.body.username} collate name_order)`
  if (!account || !(await verify(account.password_hash, request.body.password))) return reply.code(401).send()
  const { password_hash: _, ...user } = account
  return { message: 'Login successful', user }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit())
// Whoever started it is gone.
process.on('disconnect', () => process.exit())
