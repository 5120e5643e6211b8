import { roles } from '../contract/codes.ts'
import { connect, type Database } from '../database/connect.ts'
import { activities } from '../server/activities/activities.queries.ts'
import { audit } from '../server/audit/audit.queries.ts'
import { sessions } from '../server/auth/auth.queries.ts'
import { hashToken } from '../server/auth/session-cookie.ts'
import type { Viewer } from '../server/policy/policy.ts'
import { postedActivities } from '../server/posted-activities/posted-activities.queries.ts'
import { postingHistory } from '../server/review/posting-history.queries.ts'
import { review } from '../server/review/review.queries.ts'
import { staff } from '../server/scoring/staff.queries.ts'
import { users } from '../server/users/users.queries.ts'
import type { Size } from './fill.ts'

interface Asked {
  name: string
  why: string
  ask: (sql: Database) => Promise<unknown>
}

const settings = {
  SESSION_IDLE_MINUTES: 60,
  SESSION_MAX_HOURS: 12,
  STAY_SIGNED_IN_DAYS: 30,
  HEADS_MAY_SCORE: 'no',
  REQUIRE_SECOND_FACTOR: 'none',
} as const
const administrator: Viewer = {
  id: 0,
  role_id: roles.admin,
  department: null,
  faculty: null,
  delegations: [],
  rights: [],
  dashboard: null,
  headsMayScore: false,
}

function questions(memberId: number, termId: number, lastPosting: number): Asked[] {
  return [
    {
      name: 'Session and rights',
      why: 'Asked by every request: the session by its primary key, the user by the id, then the department and the delegations of the user.',
      ask: (sql) => sessions(sql).userOf(hashToken(`session ${memberId}`), settings),
    },
    {
      name: 'The catalogue',
      why: 'Sixty rows: reading them all is cheapest.',
      ask: (sql) => activities(sql).list('activities'),
    },
    {
      name: 'One user',
      why: 'Three rows by their primary keys.',
      ask: (sql) => users(sql).json(administrator, memberId, undefined),
    },
    {
      name: 'The staff list',
      why: 'One row of sums per member, whatever they posted: it does not touch the postings. Sorting the names is most of it.',
      ask: (sql) => staff(sql).list(administrator, termId),
    },
    {
      name: 'What a member posted',
      why: 'The index posted_activities_user_id has them together; sorting so few costs nothing.',
      ask: (sql) => postedActivities(sql).ofUser(administrator, memberId),
    },
    {
      name: 'A page of the review queue',
      why: 'The partial index posted_activities_to_review holds only what nobody has looked at, oldest first, so a page costs a page. The same evidence elsewhere is found by posted_images_content_hash and posted_activities_link_key, also for the newest posting.',
      ask: (sql) => review(sql).page({ after: lastPosting - 25 }, administrator, 25),
    },
    {
      name: 'A page of what was verified',
      why: 'Along posted_activities_decided, newest decision first (nothing is decided in the current term here).',
      ask: (sql) => review(sql).page({ state: 'verified' }, administrator, 25),
    },
    {
      name: 'The history of a posting',
      why: 'The partial index audit_posting has its records together (nothing is recorded here yet).',
      ask: (sql) => postingHistory(sql).records(administrator, lastPosting),
    },
    {
      name: 'The newest page of the audit trail',
      why: 'Backwards along the primary key until the page is full (nothing is recorded here yet); each filter has an index that ends in the id.',
      ask: (sql) => audit(sql).page({ zone: 'UTC', language: 'en', readerId: administrator.id }, 100),
    },
    {
      name: 'Posting an activity',
      why: 'Its triggers lock the term, move the sums and write the audit record.',
      ask: (sql) =>
        sql
          .begin(async (tx) => {
            const before = await postedActivities(tx).lockTotal(memberId, '2100-01-01')
            await postedActivities(tx).add(
              memberId,
              before.term_id,
              {
                activity_id: 1,
                activity_name: 'An activity',
                type: 'Attending',
                score: 1,
                starting_date: '2100-01-01',
                link: null,
              },
              undefined,
              [],
            )
            throw new Error('undone')
          })
          .catch(() => undefined),
    },
  ]
}

/** The plans of PostgreSQL for the queries as the server sends them. */
export async function writePlans(url: string, size: Size): Promise<string> {
  let plans: string[] = []
  const sql = connect(url, { max: 1, onNotice: (text) => plans.push(text) })
  try {
    // Every member is signed in, and every department has a head.
    await sql`insert into sessions (token_hash, user_id, method) select sha256(('session ' || id)::bytea), id, 'password' from users`
    await sql`insert into department_heads (user_id, department_id) select min(id), department_id from users where department_id is not null group by 2`
    await sql`analyze`
    await sql.unsafe(`load 'auto_explain'; set client_min_messages = log; set auto_explain.log_min_duration = 0;
      set auto_explain.log_analyze = on; set auto_explain.log_buffers = on; set auto_explain.log_timing = off;
      set auto_explain.log_triggers = on`)
    const [member] = await sql<[{ id: number }]>`select min(id) as id from users where role_id = 2`
    const [term] = await sql<[{ id: number }]>`select id from terms where is_current`
    const [last] = await sql<[{ id: number }]>`select max(id) as id from posted_activities`
    const parts: string[] = []
    for (const { name, why, ask } of questions(member.id, term.id, last.id)) {
      // The query is repeated until the plan is cached and its pages are in memory.
      for (let time = 0; time < 8; time += 1) {
        plans = []
        await ask(sql)
      }
      const longest =
        plans.filter((text) => text.includes('Query Text:')).toSorted((one, other) => other.length - one.length)[0] ?? ''
      parts.push(`## ${name}\n\n${why}\n\n\`\`\`\n${planIn(longest)}\n\`\`\`\n`)
    }
    return `# How the database finds its answers

\`npm run bench -- --plans\` asks PostgreSQL for these, with ${size.staff.toLocaleString('en')} members and ${size.postings.toLocaleString('en')} postings.

${parts.join('\n')}`
  } finally {
    await sql.end()
  }
}

/** The plan in a notice, without its query, which stands in the code. */
function planIn(notice: string): string {
  const lines = notice.split('\n')
  const first = lines.findIndex((line) => /\((cost|actual|rows)=|actual rows/.test(line))
  return [lines[0]?.replace(/\s+plan:$/, ''), ...lines.slice(first)]
    .map((line) => line?.trimEnd().replace(/\(cost=\S+ rows=\d+ width=\d+\) /, ''))
    .join('\n')
}
