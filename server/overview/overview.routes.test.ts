import { beforeEach, describe, expect, test } from 'vitest'
import type { OverviewReply, PathTerm } from '../../contract/overview.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeEach(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  return () => portal.stop()
})

async function overviewOf(query = ''): Promise<OverviewReply> {
  const reply = await admin('GET', `/overview${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

const untranslated = { department_names: {} }
const noGrades = { E: 0, D: 0, C: 0, B: 0, A: 0, 'A+': 0, '-': 0 }

/** Three members, three departments, two terms; every number below is calculated by hand. */
async function smallUniversity() {
  const { make } = portal
  const autumn = await make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  const spring = await make.term('Spring 2026', '2026-02-01', '2026-08-31')
  const [physics, law] = [await make.department('Physics'), await make.department('Law')]
  const ann = await make.staff({ name: 'Ann', title: 'p', department_id: physics.id })
  const ben = await make.staff({ name: 'Ben', title: 'l', department_id: law.id })
  const cid = await make.staff({ name: 'Cid', title: null, department_id: physics.id })
  const [lecture, seminar, fair] = [
    await make.activity({ type: 'Compulsory', score: 60.25 }),
    await make.activity({ type: 'Attending', score: 25.1 }),
    await make.activity({ type: 'Elective', score: 10 }),
  ]

  // Spring: Ann 60.25 + 0.1 + 0.2 = 60.55, an A of a professor; Ben 5.9, an E; Cid 10, no grade without a title.
  await make.posting(ann.id, lecture, '2026-03-01')
  await admin('PUT', `/users/edit-tp/${ann.id}?term_id=${spring.id}`, { tp: 0.1 })
  await admin('PUT', `/users/edit-feedback/${ann.id}?term_id=${spring.id}`, { fb: 0.2 })
  await admin('PUT', `/users/edit-tp/${ben.id}?term_id=${spring.id}`, { tp: 5.9 })
  await make.posting(cid.id, fair, '2026-03-02')
  // Autumn: Ann 25.1; the others nothing.
  await make.posting(ann.id, seminar, '2026-10-01')
  return { autumn, spring, physics, law, ann, ben, cid, lecture, seminar, fair }
}

describe('a term in numbers', () => {
  test('grades are counted by department and by title, points by type, and members without postings', async () => {
    const { spring, physics, law } = await smallUniversity()
    expect(await overviewOf(`?term_id=${spring.id}`)).toEqual({
      term: { ...spring, names: {} },
      // Ann's lecture and Cid's fair are to review; Ben has no feedback, Cid neither score; Ann, Ben and Cid never signed in; Ben posted
      // nothing.
      // (60.55 + 5.9 + 10) / 3 = 25.483…
      all: { members: 3, posted_nothing: 1, average: 25.48, grades: { ...noGrades, E: 1, A: 1, '-': 1 }, nothing_yet: 0 },
      departments: [
        {
          department_id: law.id,
          department_name: 'Law',
          ...untranslated,
          members: 1,
          posted_nothing: 1,
          average: 5.9,
          grades: { ...noGrades, E: 1 },
          nothing_yet: 0,
        },
        {
          department_id: physics.id,
          department_name: 'Physics',
          ...untranslated,
          members: 2,
          posted_nothing: 0,
          average: 35.28,
          grades: { ...noGrades, A: 1, '-': 1 },
          nothing_yet: 0,
        },
      ],
      titles: [
        { title: 'p', members: 1, posted_nothing: 0, average: 60.55, grades: { ...noGrades, A: 1 }, nothing_yet: 0 },
        { title: 'l', members: 1, posted_nothing: 1, average: 5.9, grades: { ...noGrades, E: 1 }, nothing_yet: 0 },
        { title: null, members: 1, posted_nothing: 0, average: 10, grades: { ...noGrades, '-': 1 }, nothing_yet: 0 },
      ],
      points: { tp: 6, fb: 0.2, acts: 60.25, atts: 0, escore: 10, total_score: 76.45 },
      against: null,
    })
  })

  test('without an id it is the current term, compared with the one before', async () => {
    const { autumn, spring, physics, law } = await smallUniversity()
    const { term, all, against } = await overviewOf()
    expect(term).toEqual({ ...autumn, names: {} })
    expect(all).toEqual({
      members: 3,
      posted_nothing: 2,
      average: 8.37,
      grades: { ...noGrades, E: 1, C: 1, '-': 1 },
      nothing_yet: 1,
    })
    expect(against).toEqual({
      term: { ...spring, names: {} },
      all: (await overviewOf(`?term_id=${spring.id}`)).all,
      departments: [
        { department_id: law.id, department_name: 'Law', ...untranslated, average: 0, average_against: 5.9 },
        { department_id: physics.id, department_name: 'Physics', ...untranslated, average: 12.55, average_against: 35.28 },
      ],
    })
    const backwards = await overviewOf(`?term_id=${spring.id}&against_id=${autumn.id}`)
    expect(backwards.against?.departments[1]).toEqual({
      department_id: physics.id,
      department_name: 'Physics',
      ...untranslated,
      average: 35.28,
      average_against: 12.55,
    })
  })

  test('a closed term does not change, whatever changes later', async () => {
    const { spring, physics, law, ann, ben } = await smallUniversity()
    await admin('PUT', `/terms/close/${spring.id}`)
    const before = await overviewOf(`?term_id=${spring.id}`)
    const path = (await admin('GET', `/overview/path?user_id=${ann.id}`)).json().path[0]
    await portal.sql`update users set title = 'al' where id = ${ann.id}`
    await admin('PUT', `/departments/${physics.id}`, { name: 'Natural Sciences' })
    await admin('DELETE', `/departments/${law.id}`)
    await admin('DELETE', `/users/${ben.id}`)
    await portal.make.staff()
    expect(await overviewOf(`?term_id=${spring.id}`)).toEqual(before)
    expect((await admin('GET', `/overview/path?user_id=${ann.id}`)).json().path[0]).toEqual(path)
  })

  test('an open term follows changes: removed users are not counted, and members of a removed department are in none', async () => {
    const { law, physics, ben, ann } = await smallUniversity()
    const eve = await portal.make.staff({ name: 'Eve', title: 'ap', department_id: law.id })
    await portal.make.staff({ name: 'Joe', title: 'ap' })
    await admin('DELETE', `/users/${ben.id}`)
    await admin('DELETE', `/departments/${law.id}`)
    await admin('PUT', `/users/toggle-role/${eve.id}`)
    await admin('PUT', `/users/toggle-role/${eve.id}`)
    await admin('PUT', `/users/toggle-role/${ann.id}`)
    expect((await overviewOf()).departments).toEqual([
      {
        department_id: physics.id,
        department_name: 'Physics',
        ...untranslated,
        members: 1,
        posted_nothing: 1,
        average: 0,
        grades: { ...noGrades, '-': 1 },
        nothing_yet: 0,
      },
      {
        department_id: null,
        department_name: null,
        ...untranslated,
        members: 2,
        posted_nothing: 2,
        average: 0,
        grades: { ...noGrades, E: 2 },
        nothing_yet: 2,
      },
    ])
  })

  test('a renamed department is compared with itself, a new one with the earlier one of its name', async () => {
    const { spring, physics, law, ben } = await smallUniversity()
    const gone = await portal.make.department('Gone')
    await portal.make.staff({ department_id: gone.id })
    await admin('PUT', `/terms/close/${spring.id}`)
    await admin('PUT', `/departments/${physics.id}`, { name: 'Natural Sciences' })
    await admin('DELETE', `/departments/${law.id}`)
    const lawAnew = await portal.make.department('Law')
    await portal.sql`update users set department_id = ${lawAnew.id} where id = ${ben.id}`
    await portal.sql`update users set removed_at = now() where department_id = ${gone.id}`
    // A new department with the former name of an existing one is not its continuation.
    const physicsAnew = await portal.make.department('Physics')
    await portal.make.staff({ department_id: physicsAnew.id })
    expect((await overviewOf()).against?.departments).toEqual([
      { department_id: lawAnew.id, department_name: 'Law', ...untranslated, average: 0, average_against: 5.9 },
      { department_id: physics.id, department_name: 'Natural Sciences', ...untranslated, average: 12.55, average_against: 35.28 },
      { department_id: physicsAnew.id, department_name: 'Physics', ...untranslated, average: 0, average_against: null },
      { department_id: gone.id, department_name: 'Gone', ...untranslated, average: null, average_against: 0 },
    ])
  })

  test('a term without members has none, and no average', async () => {
    await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
    expect(await overviewOf()).toMatchObject({
      all: { members: 0, posted_nothing: 0, average: 0, grades: noGrades, nothing_yet: 0 },
      departments: [],
      titles: [],
      points: { total_score: 0 },
      against: null,
    })
  })

  test('an unknown term is a 404, an invalid id a 400', async () => {
    await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
    for (const query of ['?term_id=99999', '?against_id=99999']) {
      const reply = await admin('GET', `/overview${query}`)
      expect(reply.statusCode).toBe(404)
      expect(reply.json().message).toBe('This term no longer exists.')
    }
    for (const query of ['?term_id=1e3', '?against_id=-1', '?term_id=1&term_id=2'])
      expect((await admin('GET', `/overview${query}`)).statusCode).toBe(400)
  })
})

describe('the progress of a term', () => {
  const progressOf = async (who: Caller, termId: number) =>
    (await who('GET', `/overview/progress?term_id=${termId}`)).json().departments

  test('counts who posted, what was reviewed, who was scored and released, and open questions, by department', async () => {
    const { spring, physics, law, ann, ben, cid } = await smallUniversity()
    const [posting] =
      await portal.sql`select id, version from posted_activities where user_id = ${ann.id} and term_id = ${spring.id}`
    await admin('PUT', '/review', { state: 'verified', postings: [posting] })
    await portal.make.question(cid.id, 'missing', { term_id: spring.id })
    await portal.make.question(ann.id, 'missing', { term_id: spring.id })
    await portal.sql`update score_questions set state = 'withdrawn' where user_id = ${ann.id}`
    const department = { department_id: physics.id, department_name: 'Physics', ...untranslated }
    const inPhysics = {
      ...department,
      members: 2,
      posted: 2,
      postings: 2,
      reviewed: 1,
      scored: 1,
      released: 1,
      questions: 1,
      open_questions: 1,
    }
    const inLaw = { department_id: law.id, department_name: 'Law', members: 1, posted: 0, postings: 0, scored: 0, released: 0 }
    expect(await progressOf(admin, spring.id)).toMatchObject([inLaw, inPhysics])

    await portal.sql`update terms set holds_scores = true where id = ${spring.id}`
    await admin('PUT', `/users/edit-tp/${ann.id}?term_id=${spring.id}`, { tp: 4 })
    await admin('PUT', `/users/edit-feedback/${ben.id}?term_id=${spring.id}`, { fb: 4 })
    expect(await progressOf(admin, spring.id)).toMatchObject([
      { scored: 1, released: 0 },
      { scored: 1, released: 0 },
    ])
    // A head sees the own department, and nothing of drafts of the own scores.
    await portal.sql`insert into department_heads (user_id, department_id) values (${ann.id}, ${physics.id})`
    expect(await progressOf(await portal.as(ann), spring.id)).toMatchObject([inPhysics])
  })
})

describe("a member's path", () => {
  async function pathOf(user: MadeUser, caller = admin): Promise<PathTerm[]> {
    const reply = await caller('GET', `/overview/path?user_id=${user.id}`)
    expect(reply.statusCode).toBe(200)
    return reply.json().path
  }

  test('has a step per term, with the grade without feedback and the one with it', async () => {
    const { autumn, spring, ann } = await smallUniversity()
    await admin('PUT', `/users/edit-feedback/${ann.id}?term_id=${spring.id}`, { fb: 90 })
    await admin('PUT', `/terms/close/${spring.id}`)
    await portal.sql`update users set title = 'al' where id = ${ann.id}`
    const expected = [
      {
        term_id: spring.id,
        term_name: 'Spring 2026',
        term_names: {},
        is_current: false,
        graded_title: 'p',
        tp: 0.1,
        fb: 90,
        tp_set: true,
        fb_set: true,
        atts: 0,
        acts: 60.25,
        escore: 0,
        total_score: 150.35,
        posted_count: 1,
        grade: 'A',
        grade_with_feedback: 'A+',
      },
      {
        term_id: autumn.id,
        term_name: 'Autumn 2026',
        term_names: {},
        is_current: true,
        graded_title: 'al',
        tp: 0,
        fb: 0,
        tp_set: false,
        fb_set: false,
        atts: 25.1,
        acts: 0,
        escore: 0,
        total_score: 25.1,
        posted_count: 1,
        grade: 'A',
        grade_with_feedback: 'A',
      },
    ]
    expect(await pathOf(ann)).toEqual(expected)
    expect(await pathOf(ann, await portal.as(ann))).toEqual(expected)
  })

  test('begins with the first term of the member, and skips none after it', async () => {
    const { autumn, ann, fair } = await smallUniversity()
    const summer = await portal.make.term('Summer school', '2027-02-01', '2027-03-31')
    await portal.make.term('Far away', '2028-01-01', '2028-12-31')
    await portal.make.term('Before', '2025-01-01', '2025-12-31')
    const names = async (user: MadeUser) => (await pathOf(user)).map(({ term_name }) => term_name)
    expect(await names(ann)).toEqual(['Spring 2026', 'Autumn 2026'])
    const dora = await portal.make.staff()
    expect(await names(dora)).toEqual(['Autumn 2026'])

    const late = await portal.make.term('Late', '2027-05-01', '2027-06-30')
    await portal.make.posting(dora.id, fair, '2027-05-05')
    expect(await names(dora)).toEqual(['Autumn 2026', 'Summer school', 'Late'])
    // A member who is not in a closed term has no step there.
    await portal.sql`update users set role_id = 1 where id = ${dora.id}`
    await admin('PUT', `/terms/close/${summer.id}`)
    await portal.sql`update users set role_id = 2 where id = ${dora.id}`
    await admin('PUT', `/terms/make-current/${late.id}`)
    expect(await names(dora)).toEqual(['Late'])
    expect(await names(ann)).toEqual(['Spring 2026', 'Autumn 2026', 'Summer school', 'Late'])
    await admin('PUT', `/terms/close/${autumn.id}`)
    expect(await names(dora)).toEqual(['Autumn 2026', 'Late'])
  })

  test('is for the member and for administrators', async () => {
    const { ann, ben } = await smallUniversity()
    const stranger = await portal.as(ben)
    expect((await stranger('GET', `/overview/path?user_id=${ann.id}`)).statusCode).toBe(403)
    expect((await stranger('GET', `/overview/path?user_id=${ben.id}&user_id=${ann.id}`)).statusCode).toBe(403)
    expect((await admin('GET', '/overview/path?user_id=99999')).statusCode).toBe(404)
    expect((await admin('GET', '/overview/path')).statusCode).toBe(400)
  })
})

test('departments have their names in Kurdish and Arabic, in a closed term those of its closing', async () => {
  const { autumn, spring, physics } = await smallUniversity()
  const translate = (ckb: string, ar: string) =>
    admin('PUT', `/departments/${physics.id}`, { name: 'Physics', names: { ckb, ar } })
  await translate('فیزیا', 'الفيزياء')
  await admin('PUT', `/terms/close/${spring.id}`)
  await translate('فیزیک', 'الفيزياء')
  const { departments } = await overviewOf(`?term_id=${spring.id}`)
  expect(departments).toMatchObject([
    { department_name: 'Law', department_names: {} },
    { department_name: 'Physics', department_names: { ckb: 'فیزیا', ar: 'الفيزياء' } },
  ])
  const { against } = await overviewOf(`?term_id=${autumn.id}`)
  expect(against?.departments[1]).toMatchObject({ department_name: 'Physics', department_names: { ckb: 'فیزیک' } })

  // A member of a reopened term who was frozen before the translation and one who joined since are in one group.
  await admin('PUT', `/terms/reopen/${spring.id}`, { reason: 'A late posting' })
  await portal.make.staff({ department_id: physics.id })
  const again = (await overviewOf(`?term_id=${spring.id}`)).departments
  expect(again.map(({ department_name, members }) => [department_name, members])).toEqual([
    ['Law', 1],
    ['Physics', 3],
  ])
})
