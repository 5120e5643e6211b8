import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, TermQuery, Translations } from './fields.ts'
import { gradesAndNone } from './grading.ts'
import { MemberScores, Scores } from './scoring.ts'

const OverviewQuery = TermQuery.extend({
  /** The term to compare with; the one before by default. */
  against_id: IdInAddress.optional(),
})

const Group = z.object({
  members: z.int(),
  posted_nothing: z.int(),
  /** The average of the members' totals, to two decimals. */
  average: z.number(),
  /** The number of members with each grade; they add up to `members`. */
  grades: z.record(z.enum(gradesAndNone), z.int()),
  /** The members with the lowest grade who have nothing at all, neither scored nor posted. */
  nothing_yet: z.int(),
})
export type Group = z.infer<typeof Group>

export const TermName = z.object({ id: z.int(), name: z.string(), names: Translations })
export type TermName = z.infer<typeof TermName>

const DepartmentGroup = Group.extend({
  department_id: z.int().nullable(),
  /** Null for members whose department was removed, or who have none. */
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
})
export type DepartmentGroup = z.infer<typeof DepartmentGroup>

const FacultyGroup = Group.extend({
  faculty_id: z.int().nullable(),
  /** Null for members whose department belongs to none. */
  faculty_name: z.string().nullable(),
  faculty_names: Translations.nullable(),
})
export type FacultyGroup = z.infer<typeof FacultyGroup>

const TitleGroup = Group.extend({ title: z.string().nullable() })
export type TitleGroup = z.infer<typeof TitleGroup>

const DepartmentChange = z.object({
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  /** Null if the department has no members in that term. */
  average: z.number().nullable(),
  average_against: z.number().nullable(),
})
export type DepartmentChange = z.infer<typeof DepartmentChange>

/** The tasks of a term, for the inbox and the weekly digest, each with the number of the list it leads to. Null for what the viewer cannot do. */
export const ToDo = z.object({
  /** All members that the viewer sees: without any, nothing is done because there is nothing to do. */
  members: z.int().nullable(),
  /** Postings without a decision. */
  to_review: z.int().nullable(),
  /** Members without teacher points or without feedback. */
  not_scored: z.int().nullable(),
  /** Users who sign in neither with a password of their own nor at the provider. This number is not one of the term. */
  no_password: z.int().nullable(),
  posted_nothing: z.int().nullable(),
  /** Open questions that the viewer may answer: of all open terms, as in their list. */
  questions: z.int().nullable(),
})
export type ToDo = z.infer<typeof ToDo>

/** One term in numbers, compared with another one. In a closed term, everything is frozen. */
export const OverviewReply = z.object({
  term: TermName,
  all: Group,
  departments: z.array(DepartmentGroup),
  /** Only where a member has a faculty. */
  faculties: z.array(FacultyGroup).optional(),
  titles: z.array(TitleGroup),
  /** The points that all members earned together, by the parts of the total. */
  points: Scores,
  /** Null if there is no other term to compare with. */
  against: z.object({ term: TermName, all: Group, departments: z.array(DepartmentChange) }).nullable(),
})
export type OverviewReply = z.infer<typeof OverviewReply>

/** What was done so far in a term, in counts: of members, and of their postings. */
const Progress = z.object({
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  members: z.int(),
  /** Members who posted something. */
  posted: z.int(),
  postings: z.int(),
  /** Postings that were verified or returned. */
  reviewed: z.int(),
  /** Members with teacher points and feedback, and those of them who see both. */
  scored: z.int(),
  released: z.int(),
  questions: z.int(),
  /** Questions without an answer. */
  open_questions: z.int(),
})
export type Progress = z.infer<typeof Progress>

const PathQuery = z.object({ user_id: IdInAddress })

/** One step of a member's path. */
export const PathTerm = z.object({
  term_id: z.int(),
  term_name: z.string(),
  term_names: Translations,
  is_current: z.boolean(),
  /** The title that counts for the grade in the term: the frozen one if it is closed. */
  graded_title: z.string().nullable(),
  ...MemberScores.shape,
  /** The current grade, without feedback: as the member's own panel shows it. */
  grade: z.enum(gradesAndNone),
  /** The grade as the Staff panel shows it. */
  grade_with_feedback: z.enum(gradesAndNone),
})
export type PathTerm = z.infer<typeof PathTerm>

/** The path from the first term of the member to the last, oldest first. */
const PathReply = z.object({ path: z.array(PathTerm) })

export const readOverview = endpoint({
  method: 'GET',
  path: '/overview',
  access: 'see-members',
  summary: 'A term in numbers: grades, participation, points, and another term beside it',
  query: OverviewQuery,
  replies: { 200: OverviewReply },
})

export const readProgress = endpoint({
  method: 'GET',
  path: '/overview/progress',
  access: 'see-members',
  summary: 'What was posted, reviewed, scored, released and answered in a term, by department',
  query: TermQuery,
  replies: { 200: z.object({ departments: z.array(Progress) }) },
})

export const readPath = endpoint({
  method: 'GET',
  path: '/overview/path',
  access: 'see-member',
  person: 'user_id',
  summary: "A member's scores and grades from term to term",
  query: PathQuery,
  replies: { 200: PathReply },
})
