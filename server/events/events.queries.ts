import { gainOf } from '../../contract/event-gain.ts'
import type { Audience, EventInput, EventPerson, NamedPerson, PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { checkInOpensMinutes, eventEndsAfterHours } from '../../contract/limits.ts'
import type { Limit } from '../../contract/rules.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { changedTranslations, newTranslations } from '../../database/translations.ts'
import { NotFound } from '../errors/errors.ts'
import { manageableEvents, visibleEvents } from '../policy/policy.queries.ts'
import { isAdmin, officesOf, type Viewer } from '../policy/policy.ts'

/** An event that is being changed, locked until the end of the transaction. */
export interface HeldEvent {
  id: number
  name: string
  activity_id: number
  state: PortalEvent['state']
  term_id: number
  starting_date: string
  version: number
  audience: Audience
  department_id: number | null
  faculty_id: number | null
  has_begun: boolean
  has_check_ins: boolean
}

/** A session whose door is open at this moment, with what its codes are made of. */
export interface OpenDoor {
  session_id: number
  secret: Buffer
  now_ms: number
}

type ShownEvent = Omit<PortalEvent, 'gain'>

/** An open term of a member, as what an event would bring is counted from it. */
interface OwnTerm {
  term_id: number
  limits: Limit[]
  postings: Parameters<typeof gainOf>[1]
}

interface CalendarSession extends Pick<PortalEvent, 'id' | 'name' | 'names' | 'place' | 'state' | 'is_coming'> {
  session_id: number
  begins_at: string
  ends_at: string
}
type MemberOfEvent = NamedPerson & Pick<EventPerson, 'department_name' | 'department_names'>

interface CheckIn {
  event_id: number
  session_id: number
  how: EventPerson['check_ins'][number]['how']
  recorded_by: number | null
  network: string | null
  device: Buffer | null
}

export function events(sql: Sql) {
  const utc = (column: 's.begins_at' | 's.ends_at' | 'c.created_at') => {
    const [alias = '', name = ''] = column.split('.')
    return sql`to_char(${sql.identifier(alias)}.${sql.identifier(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  }
  /** From 30 minutes before the begin until the end, by the clock of the database. */
  const isOpen = sql`now() between s.begins_at - make_interval(mins => ${checkInOpensMinutes}) and s.ends_at`
  const shown = (viewer: Viewer) => sql`
    select e.id, e.name, e.titles as names, e.place, e.activity_id, a.name as activity_name, a.names as activity_names, a.type, a.score,
      e.audience, e.seats, e.starting_date, e.term_id, e.state, e.version,
      case when d.id is not null then json_build_object('id', d.id, 'name', d.name, 'names', d.names) end as department,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'names', f.names) end as faculty,
      (select count(*)::int from event_answers where event_id = e.id) as coming_count,
      (select json_agg(json_build_object('id', s.id, 'begins_at', ${utc('s.begins_at')}, 'ends_at', ${utc('s.ends_at')},
          'was_there', was_at_event(e.id, ${viewer.id})
            and exists (select from event_check_ins c where c.session_id = s.id and c.user_id = ${viewer.id})) order by s.begins_at)
        from event_sessions s where s.event_id = e.id) as sessions,
      is_invited(e, ${viewer.id}) as is_invited,
      exists (select from event_answers where event_id = e.id and user_id = ${viewer.id}) as is_coming,
      (select reason from event_removals where event_id = e.id and user_id = ${viewer.id}) as taken_off_reason,
      ${manageableEvents(sql, viewer, 'e')} as may_manage
    from events e join activities a on a.id = e.activity_id
    left join departments d on d.id = e.department_id left join faculties f on f.id = e.faculty_id`

  /** Adds what each event would bring the viewer: the postings and limits of their open terms are read once for all of them. */
  async function withGains(viewer: Viewer, found: ShownEvent[]): Promise<PortalEvent[]> {
    const mayBring = ({ is_invited, state }: ShownEvent) => is_invited && state === 'planned'
    const terms = [...new Set(found.filter(mayBring).map(({ term_id }) => term_id))]
    const standings =
      terms.length === 0
        ? []
        : await sql<OwnTerm[]>`
      select t.id as term_id,
        (select coalesce(json_agg(json_build_object('activity_id', l.activity_id, 'type', l.type, 'most_times', l.most_times,
            'most_points', l.most_points)), '[]')
          from rules_limits l where l.rules_version = t.rules_version) as limits,
        (select coalesce(json_agg(json_build_object('id', p.id, 'activity_id', p.activity_id, 'type', p.type, 'score', p.score,
            'starting_date', p.starting_date, 'state', p.state, 'over_limit', p.over_limit, 'event_id', p.event_id,
            'term_id', t.id, 'term_status', t.status)), '[]')
          from posted_activities p where p.user_id = ${viewer.id} and p.term_id = t.id) as postings
      from terms t where t.id = any(${terms}) and t.status = 'open'`
    return found.map((event) => {
      const own = mayBring(event) ? standings.find(({ term_id }) => term_id === event.term_id) : undefined
      return { ...event, gain: own ? gainOf(event, own.postings, own.limits) : null }
    })
  }

  const named = (table: Fragment, id: number) => sql`
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'other_name', u.other_name) order by u.sort_name), '[]')
      from ${table} o join users u on u.id = o.user_id where o.event_id = ${id})`
  const isDue = sql`e.state = 'planned' and (select status from terms where id = e.term_id) = 'open'
    and (select max(ends_at) from event_sessions where event_id = e.id) < now() - make_interval(hours => ${eventEndsAfterHours})`

  async function lockedEvent(id: number, condition: Fragment) {
    await sql`select from terms where id = (select term_id from events where id = ${id}) for share`
    // What is read with the lock is from before the wait for it: so it is read afterwards.
    await sql`select from events where id = ${id} for update`
    const [held] = await sql<(HeldEvent & { created_by: number })[]>`
      select e.id, e.name, e.activity_id, e.state, e.term_id, e.starting_date, e.version, e.audience, e.department_id, e.faculty_id, e.created_by,
        exists (select from event_sessions s where s.event_id = e.id and s.begins_at <= now()) as has_begun,
        exists (select from event_check_ins c where c.event_id = e.id) as has_check_ins
      from events e where e.id = ${id} and ${condition}`
    return held
  }

  return {
    /** The events of a term, in their order. */
    async list(viewer: Viewer, termId: number | undefined): Promise<PortalEvent[]> {
      const found = await sql<ShownEvent[]>`${shown(viewer)}
        where e.term_id = ${termId === undefined ? sql`(select id from terms where is_current)` : sql`${termId}::int`}
          and ${visibleEvents(sql, viewer, 'e')} order by e.starting_date, e.id`
      return withGains(viewer, found)
    },

    async byId(viewer: Viewer, id: number): Promise<PortalEvent> {
      const [found] = await sql<ShownEvent[]>`${shown(viewer)} where e.id = ${id} and ${visibleEvents(sql, viewer, 'e')}`
      const [event] = found ? await withGains(viewer, [found]) : []
      if (!event) throw new NotFound(messages.events.notFound)
      if (!event.may_manage) return event
      const [people] = await sql<[Required<Pick<PortalEvent, 'organisers' | 'invited'>>]>`
        select ${named(sql`event_organisers`, id)} as organisers, ${named(sql`event_invitations`, id)} as invited`
      return { ...event, ...people }
    },

    /**
     * The sessions in the calendar of a person, in open terms: of planned events for them or of their own, and of cancelled ones to which they
     * said that they come, so that a calendar crosses these out.
     */
    async inCalendar({ id: userId }: Viewer): Promise<CalendarSession[]> {
      return sql<CalendarSession[]>`
        select * from (
          select e.id, s.id as session_id, e.name, e.titles as names, e.place, e.state, ${utc('s.begins_at')} as begins_at,
            ${utc('s.ends_at')} as ends_at, exists (select from event_answers where event_id = e.id and user_id = ${userId})
              or exists (select from event_organisers where event_id = e.id and user_id = ${userId}) as is_coming
          from events e join terms t on t.id = e.term_id and t.status = 'open' join event_sessions s on s.event_id = e.id
          where is_invited(e, ${userId}) or exists (select from event_organisers where event_id = e.id and user_id = ${userId})) found
        where state <> 'cancelled' or is_coming order by begins_at, id`
    },

    /** Everybody for whom the event is, by name. */
    async members(id: number) {
      return sql<MemberOfEvent[]>`
        select u.id, u.name, u.other_name, d.name as department_name, d.names as department_names
        from events e join users u on is_invited(e, u.id) left join departments d on d.id = u.department_id and d.removed_at is null
        where e.id = ${id} order by u.sort_name, u.id`
    },

    /** An event that the viewer organises, locked, with its term before it: a closing waits, or was first. That of others is not found. */
    async lock(viewer: Viewer, id: number): Promise<HeldEvent> {
      const held = await lockedEvent(id, manageableEvents(sql, viewer, 'e'))
      if (!held) throw new NotFound(messages.events.notFound)
      return held
    },

    /** An event that is over and that nobody has ended, locked; undefined if somebody did meanwhile, or its term was closed. */
    async lockDue(id: number): Promise<(HeldEvent & { created_by: number }) | undefined> {
      return lockedEvent(id, isDue)
    },

    /** The other events of that activity and day that are over, and at which the member was: locked, with who ended each. */
    async lockSame({ id, activity_id, starting_date }: HeldEvent, userId: number): Promise<(HeldEvent & { done_by: number })[]> {
      const others = await sql<{ id: number; done_by: number }[]>`
        select e.id, e.done_by from events e where e.activity_id = ${activity_id} and e.starting_date = ${starting_date} and e.id <> ${id}
          and e.state = 'done' and was_at_event(e.id, ${userId}) order by e.id`
      const held = []
      for (const other of others) {
        const found = await lockedEvent(other.id, sql`e.state = 'done'`)
        if (found) held.push({ ...found, done_by: other.done_by })
      }
      return held
    },

    /** Whether the viewer may have an event for these members. */
    async isOwnScope(viewer: Viewer, { audience, department_id, faculty_id }: EventInput): Promise<boolean> {
      if (isAdmin(viewer)) return true
      if (audience === 'all' || (!department_id && !faculty_id)) return false
      for (const { scope } of officesOf(viewer)) {
        if ('departmentId' in scope) {
          if (department_id === scope.departmentId) return true
        } else if (faculty_id) {
          if (faculty_id === scope.facultyId) return true
        } else {
          const own = await sql`select from departments where id = ${department_id ?? null} and faculty_id = ${scope.facultyId}`
          if (own.length > 0) return true
        }
      }
      return false
    },

    /** The number of these people who are staff members of the department or faculty of an event, or of any without one. */
    async invitable(ids: readonly number[], { department_id, faculty_id }: EventInput): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from users u left join departments d on d.id = u.department_id
        where u.id = any(${ids}) and u.role_id = 2 and u.removed_at is null
          and ${department_id ? sql`u.department_id = ${department_id}` : faculty_id ? sql`d.faculty_id = ${faculty_id}` : sql`true`}`
      return row.count
    },

    async present(ids: readonly number[]): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from users where id = any(${ids}) and removed_at is null`
      return row.count
    },

    async add(input: EventInput, secret: Buffer, by: number): Promise<number> {
      const [first] = input.sessions.map(({ begins_at }) => begins_at).toSorted((a, b) => Date.parse(a) - Date.parse(b))
      const [added] = await sql<[{ id: number }]>`
        insert into events (activity_id, name, titles, place, audience, department_id, faculty_id, seats, starting_date, term_id, created_by, updated_by)
        values (${input.activity_id}, ${input.name}, ${newTranslations(sql, { ...input.names })}, ${input.place}, ${input.audience}, ${input.department_id ?? null},
          ${input.faculty_id ?? null}, ${input.seats ?? null}, ${first}::timestamptz::date, term_of(${first}::timestamptz::date), ${by}, ${by})
        returning id`
      await sql`insert into event_secrets (event_id, secret) values (${added.id}, ${secret})`
      await this.setParts(added.id, input)
      return added.id
    },

    async edit(id: number, input: EventInput, by: number) {
      const [first] = input.sessions.map(({ begins_at }) => begins_at).toSorted((a, b) => Date.parse(a) - Date.parse(b))
      await sql`
        update events set activity_id = ${input.activity_id}, name = ${input.name}, titles = ${changedTranslations(sql, 'titles', { ...input.names })}, place = ${input.place},
          audience = ${input.audience}, department_id = ${input.department_id ?? null}, faculty_id = ${input.faculty_id ?? null},
          seats = ${input.seats ?? null}, starting_date = ${first}::timestamptz::date, updated_by = ${by}
        where id = ${id}`
      await this.setParts(id, input)
    },

    /** Sessions, organisers and invitations. A session in which somebody was checked in cannot be deleted: the database refuses it. */
    async setParts(id: number, { sessions, organisers, invited, audience }: EventInput) {
      const kept = sessions.flatMap((session) => (session.id === undefined ? [] : [session.id]))
      await sql`delete from event_sessions where event_id = ${id} and id <> all(${kept})`
      await sql`
        update event_sessions s set begins_at = i.begins_at, ends_at = i.ends_at
        from jsonb_to_recordset(${sql.json(sessions)}) as i(id int, begins_at timestamptz, ends_at timestamptz)
        where s.event_id = ${id} and s.id = i.id and (s.begins_at, s.ends_at) <> (i.begins_at, i.ends_at)`
      await sql`
        insert into event_sessions (event_id, begins_at, ends_at)
        select ${id}, begins_at, ends_at from jsonb_to_recordset(${sql.json(sessions)}) as i(id int, begins_at timestamptz, ends_at timestamptz)
        where i.id is null order by begins_at`
      await sql`delete from event_organisers where event_id = ${id} and user_id <> all(${organisers})`
      await sql`
        insert into event_organisers (event_id, user_id) select ${id}, unnest(${organisers}::int[]) on conflict do nothing`
      const chosen = audience === 'chosen' ? invited : []
      await sql`delete from event_invitations where event_id = ${id} and user_id <> all(${chosen})`
      await sql`
        insert into event_invitations (event_id, user_id) select ${id}, unnest(${chosen}::int[]) on conflict do nothing`
      await sql`select withdraw_answers(e) from events e where e.id = ${id}`
    },

    async setState(id: number, state: 'cancelled' | 'done', by: number) {
      await sql`
        update events set state = ${state}, updated_by = ${by},
          done_at = ${state === 'done' ? sql`now()` : sql`null`}, done_by = ${state === 'done' ? by : null}
        where id = ${id}`
    },

    async tell(id: number, change: 'event changed' | 'event cancelled') {
      await sql`select tell_event(e, ${change}) from events e where id = ${id}`
    },

    /** Whether place or times are others than these: what somebody who comes has to know. */
    async differs(id: number, { place, name, sessions }: EventInput): Promise<boolean> {
      const rows = await sql`
        select from events e where e.id = ${id} and (e.place, e.name) = (${place}, ${name})
          and (select coalesce(jsonb_agg(jsonb_build_array(begins_at, ends_at) order by begins_at), '[]') from event_sessions where event_id = e.id)
            = (select coalesce(jsonb_agg(jsonb_build_array(begins_at, ends_at) order by begins_at), '[]')
                from jsonb_to_recordset(${sql.json(sessions)}) as i(begins_at timestamptz, ends_at timestamptz))`
      return rows.length === 0
    },

    /** Locks an event that somebody may come to, and says what decides about it. */
    async lockForAnswer(viewer: Viewer, id: number) {
      await sql`select from events where id = ${id} for update`
      const [event] = await sql<{ state: PortalEvent['state']; seats: number | null; coming: number; is_over: boolean }[]>`
        select e.state, e.seats, (select count(*)::int from event_answers where event_id = e.id and user_id <> ${viewer.id}) as coming,
          not exists (select from event_sessions s where s.event_id = e.id and s.ends_at > now()) as is_over
        from events e where e.id = ${id} and is_invited(e, ${viewer.id})`
      if (!event) throw new NotFound(messages.events.notFound)
      return event
    },

    async answer(id: number, userId: number, isComing: boolean) {
      if (isComing) await sql`insert into event_answers (event_id, user_id) values (${id}, ${userId}) on conflict do nothing`
      else await sql`delete from event_answers where event_id = ${id} and user_id = ${userId}`
    },

    /** The sessions whose doors are open at this moment, for a member. None for a cancelled event, or one that is over. */
    async openDoors(id: number): Promise<OpenDoor[]> {
      return sql<OpenDoor[]>`
        select s.id as session_id, x.secret, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
        from events e join event_sessions s on s.event_id = e.id join event_secrets x on x.event_id = e.id
        where e.id = ${id} and e.state = 'planned' and ${isOpen} order by s.begins_at`
    },

    /** Waits for a change of the event, and holds it off: it is not cancelled while somebody is being checked in. */
    async lockShared(id: number) {
      await sql`select from events where id = ${id} for share`
    },

    async isInvited(id: number, userId: number): Promise<boolean> {
      const rows = await sql`select from events e where e.id = ${id} and is_invited(e, ${userId})`
      return rows.length > 0
    },

    /** The door of a session, for organisers. */
    async door(viewer: Viewer, id: number, sessionId: number) {
      const [door] = await sql<
        { secret: Buffer; now_ms: number; opens_in: number; state: 'before' | 'open' | 'over'; arrivals: number }[]
      >`
        select x.secret, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
          greatest(0, extract(epoch from s.begins_at - make_interval(mins => ${checkInOpensMinutes}) - now()) * 1000)::float8 as opens_in,
          case when e.state <> 'planned' or now() > s.ends_at then 'over' when ${isOpen} then 'open' else 'before' end as state,
          (select count(*)::int from event_check_ins c where c.session_id = s.id
            and not exists (select from event_removals r where r.event_id = e.id and r.user_id = c.user_id)) as arrivals
        from events e join event_sessions s on s.event_id = e.id join event_secrets x on x.event_id = e.id
        where e.id = ${id} and s.id = ${sessionId} and ${manageableEvents(sql, viewer, 'e')}`
      if (!door) throw new NotFound(messages.events.notFound)
      return door
    },

    /** The secret of an event that is for the member. */
    async secretFor(viewer: Viewer, id: number): Promise<{ secret: Buffer; now_ms: number }> {
      const [found] = await sql<{ secret: Buffer; now_ms: number }[]>`
        select x.secret, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
        from events e join event_secrets x on x.event_id = e.id where e.id = ${id} and is_invited(e, ${viewer.id})`
      if (!found) throw new NotFound(messages.events.notFound)
      return found
    },

    /** Checks members in, each once in a session. Returns those who were not there yet. */
    async checkIn(
      { event_id, session_id, how, recorded_by, network, device }: CheckIn,
      userIds: readonly number[],
    ): Promise<number[]> {
      const added = await sql<{ user_id: number }[]>`
        insert into event_check_ins (session_id, event_id, user_id, how, recorded_by, address, device)
        select ${session_id}, ${event_id}, u.id, ${how}, ${recorded_by}, ${network}, ${device}
        from users u join events e on e.id = ${event_id}
        where u.id = any(${userIds}) and is_invited(e, u.id) order by u.id
        on conflict do nothing returning user_id`
      return added.map(({ user_id }) => user_id)
    },

    /** Whether the session is one of the event, and has its door open or is over: nobody is ticked before that. */
    async hasOpened(id: number, sessionId: number): Promise<boolean> {
      const rows = await sql`
        select from event_sessions s where s.id = ${sessionId} and s.event_id = ${id}
          and now() >= s.begins_at - make_interval(mins => ${checkInOpensMinutes})`
      return rows.length > 0
    },

    async countInvited(id: number, userIds: readonly number[]): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from users u join events e on e.id = ${id} where u.id = any(${userIds}) and is_invited(e, u.id)`
      return row.count
    },

    /** Members who are invited by name or department, who come, or who were there. Of an event for all, only the latter two. */
    async people(id: number, only?: number): Promise<EventPerson[]> {
      return sql<EventPerson[]>`
        with usual as (select session_id, mode() within group (order by address) as address from event_check_ins
            where event_id = ${id} and how = 'code' group by session_id),
          devices as (select device, count(distinct user_id)::int as members from event_check_ins
            where event_id = ${id} and device is not null group by device)
        select u.id, u.name, u.other_name, d.name as department_name, d.names as department_names,
          exists (select from event_answers where event_id = e.id and user_id = u.id) as is_coming,
          (select coalesce(json_agg(json_build_object('session_id', c.session_id, 'how', c.how, 'at', ${utc('c.created_at')},
              'recorded_by_name', (select name from users where id = c.recorded_by),
              'of_device', (select members from devices where device = c.device and members > 1),
              'from_elsewhere', coalesce(c.address <> (select address from usual where usual.session_id = c.session_id), false))
              order by c.created_at), '[]')
            from event_check_ins c where c.event_id = e.id and c.user_id = u.id) as check_ins,
          (select reason from event_removals where event_id = e.id and user_id = u.id) as removed_reason,
          (select state from posted_activities where event_id = e.id and user_id = u.id) as posting_state
        from events e join users u on true left join departments d on d.id = u.department_id and d.removed_at is null
        where e.id = ${id} ${only === undefined ? sql`` : sql`and u.id = ${only}`} and (
          (e.audience <> 'all' and is_invited(e, u.id))
          or exists (select from event_answers where event_id = e.id and user_id = u.id)
          or exists (select from event_check_ins where event_id = e.id and user_id = u.id))
        order by u.sort_name, u.id`
    },

    async remove(id: number, userId: number, reason: string, by: number): Promise<boolean> {
      const added = await sql`
        insert into event_removals (event_id, user_id, reason, created_by)
        select ${id}, ${userId}, ${reason}, ${by} where was_at_event(${id}, ${userId}) on conflict do nothing returning user_id`
      return added.length > 0
    },

    async undoCheckIn(sessionId: number, userId: number) {
      await sql`delete from event_check_ins where session_id = ${sessionId} and user_id = ${userId}`
    },

    async putBack(id: number, userIds: readonly number[]) {
      await sql`delete from event_removals where event_id = ${id} and user_id = any(${userIds})`
    },

    /** The events whose last session ended long enough ago, and which nobody has ended. */
    async due(): Promise<number[]> {
      const found = await sql<{ id: number }[]>`select e.id from events e where ${isDue} order by e.id`
      return found.map(({ id }) => id)
    },
  }
}
