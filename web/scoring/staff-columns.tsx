import { Check, CornerUpLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { titleName } from '../../contract/codes.ts'
import { grades, hasNothingYet, noGrade } from '../../contract/grading.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { searchedNames } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import { DepartmentLink } from '../entities/departments/department-link.tsx'
import { GradeBadge } from '../entities/grades/grade-badge.tsx'
import { NothingYet } from '../entities/grades/nothing-yet.tsx'
import { asGrade, nameOf, nothingYet, type ShownGrade, shownGradeOf, shownGrades } from '../entities/grades/shown-grade.ts'
import { departmentCode, none, titleCode } from '../entities/members/filter-codes.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { SelectAllBox, SelectBox } from '../entities/members/select-boxes.tsx'
import { useSay } from '../language/language.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-model.ts'
import type { RowSelection } from '../ui/row-selection.ts'
import { ScoreCell } from './score-cell.tsx'
import { useScoreEditing } from './score-editing.tsx'

/** The order of the grades, from none to the best. */
const ranks: readonly ShownGrade[] = [noGrade, nothingYet, ...grades]

type Options = {
  viewActivities: (member: StaffMember) => void
  /** Undefined for the current term, whichever that is when a link is opened. */
  termId: number | undefined
  /** Whether there are members of several departments, which a filter tells apart. */
  hasDepartments: boolean
  /** Whether a member is in a faculty. */
  hasFaculties: boolean
}

/** The boxes that select members: only while they are wanted, because all other columns just fit. Heads do not score themselves. */
export function selectColumn(say: Say, selection: RowSelection, ownId: number | undefined): Column<StaffMember> {
  return {
    id: 'select',
    header: say(messages.bulkUsers.selectColumn),
    headerCell: (shown) => <SelectAllBox shown={shown.flatMap(({ id }) => (id === ownId ? [] : id))} selection={selection} />,
    cell: ({ id, name }) => id !== ownId && <SelectBox id={id} name={name} selection={selection} />,
    width: 42,
    tight: true,
    selects: true,
    fits: true,
  }
}

/** The columns of the specification under short headings. All fit next to the sidebar at 1280 pixels. */
export function staffColumns(
  say: Say,
  language: Language,
  { viewActivities, termId, hasDepartments, hasFaculties }: Options,
): readonly Column<StaffMember>[] {
  const { fields, scoring } = messages
  const { columns, columnTitles } = scoring
  const sum = (id: 'atts' | 'acts' | 'escore', width: number): Column<StaffMember> => ({
    id,
    header: say(columns[id]),
    headerTitle: say(columnTitles[id]),
    value: (member) => member[id],
    cell: (member) => <AlignedNumber text={formatPoints(member[id])} />,
    width,
    align: 'end',
    tight: true,
    fits: true,
  })
  /** The options of the filter for scores that are not set yet. */
  const notSet = {
    any: { code: 'any', label: say(messages.toDo.notScored) },
    tp: { code: 'tp', label: say(scoring.tpNotSet) },
    fb: { code: 'fb', label: say(scoring.fbNotSet) },
  }
  return [
    {
      id: 'name',
      header: say(fields.name),
      value: (member) => member.name,
      sortBy: (member) => nameSortKey(member.name),
      searchBy: searchedNames,
      alsoExported: { header: say(fields.otherName), value: ({ other_name }) => other_name ?? null },
      second: { id: 'email', header: say(fields.email), value: (member) => member.email },
      cell: (member) => <NameCell member={member} />,
      width: 164,
      rowHeader: true,
      fits: true,
    },
    { id: 'degree', header: say(fields.degree), value: (member) => localized(language, member, 'degree'), width: 64 },
    {
      id: 'title',
      header: say(fields.title),
      value: (member) => say(titleName(member.title)),
      width: 80,
      filter: say(fields.allTitles),
      filterCode: ({ title }) => titleCode(title),
      fits: true,
    },
    {
      id: 'department',
      header: say(fields.department),
      value: (member) => localized(language, member, 'department_name') ?? say(messages.departments.unknown),
      width: 104,
      // A head has one department, and its members are already here.
      ...(hasDepartments ? { cell: (member: StaffMember) => <DepartmentLink row={member} termId={termId} />, fits: true } : {}),
      ...(hasDepartments ? { filter: say(fields.allDepartments), filterParam: 'department_id', filterCode: departmentCode } : {}),
    },
    ...(hasFaculties
      ? [
          {
            id: 'faculty',
            header: say(messages.fields.faculty),
            value: (member: StaffMember) => localized(language, member, 'faculty_name') ?? say(messages.faculties.none),
            width: 90,
            filter: say(messages.faculties.all),
            filterParam: 'faculty_id',
            filterCode: ({ faculty_id }: StaffMember) => faculty_id ?? none,
            isFilterOnly: true,
          },
        ]
      : []),
    {
      id: 'tp',
      header: say(columns.tp),
      headerTitle: say(columnTitles.tp),
      value: (member) => (member.tp_set ? member.tp : null),
      filter: say(scoring.allScores),
      filterLabel: say(scoring.scores),
      filterBy: ({ tp_set, fb_set }) => [
        ...(tp_set && fb_set ? [] : [notSet.any]),
        ...(tp_set ? [] : [notSet.tp]),
        ...(fb_set ? [] : [notSet.fb]),
      ],
      filterCodes: Object.values(notSet),
      filterParam: 'unset',
      filterOrder: Object.values(notSet).map(({ label }) => label),
      cell: (member) => <ScoreCell member={member} column="tp" />,
      width: 48,
      align: 'end',
      tight: true,
      fits: true,
    },
    {
      id: 'fb',
      header: say(columns.fb),
      headerTitle: say(columnTitles.fb),
      value: (member) => (member.fb_set ? member.fb : null),
      cell: (member) => <ScoreCell member={member} column="fb" />,
      width: 48,
      align: 'end',
      tight: true,
      fits: true,
    },
    sum('atts', 54),
    sum('acts', 54),
    sum('escore', 50),
    {
      id: 'total',
      header: say(fields.total),
      headerTitle: say(columnTitles.total),
      value: (member) => member.total_score,
      cell: (member) => <TotalCell member={member} termId={termId} />,
      width: 58,
      align: 'end',
      tight: true,
      fits: true,
    },
    {
      id: 'grade',
      header: say(fields.grade),
      headerTitle: say(columnTitles.grade),
      exportedHeader: say(messages.grading.withFeedback),
      value: (member) => nameOf(say, shownGradeOf(member)),
      sortBy: (member) => ranks.indexOf(shownGradeOf(member)),
      exported: (member) => member.grade,
      cell: (member) => <GradeCell member={member} termId={termId} />,
      width: 52,
      tight: true,
      fits: true,
      filter: say(scoring.allGrades),
      filterCode: shownGradeOf,
      filterOrder: shownGrades.map((grade) => nameOf(say, grade)),
    },
    {
      id: 'review',
      header: say(columns.review),
      headerTitle: say(columnTitles.review),
      value: notLookedAt,
      exported: (member) => say(reviewCounts(member)),
      cell: (member) => <ReviewCell member={member} />,
      width: 72,
      tight: true,
      fits: true,
    },
    {
      id: 'activities',
      header: say(fields.activities),
      headerTitle: say(columnTitles.activities),
      value: (member) => say(member.posted_count === 0 ? scoring.postedNothing : scoring.postedSomething),
      sortBy: (member) => member.posted_count,
      filter: say(scoring.allPostings),
      filterParam: 'posted',
      filterCode: (member) => (member.posted_count === 0 ? 'nothing' : 'something'),
      filterCodes: [{ code: 'nothing', label: say(scoring.postedNothing) }],
      cell: (member) => (
        <Button
          size="small"
          aria-label={say(scoring.viewActivitiesOf({ name: member.name }))}
          onClick={() => viewActivities(member)}
          title={say(scoring.viewActivities)}
          className="max-w-full px-2!"
        >
          <span dir="auto" className="truncate">
            {say(scoring.viewActivities)}
          </span>
        </Button>
      ),
      width: 132,
      // The column would cover the total and the grade on a narrower screen.
      pinned: 'xl',
      fits: true,
    },
  ]
}

function notLookedAt({ posted_count, verified_count, returned_count }: StaffMember): number {
  return posted_count - verified_count - returned_count
}

function reviewCounts(member: StaffMember): Message {
  const { verified_count: verified, returned_count: returned } = member
  return messages.scoring.reviewCounts({ new: notLookedAt(member), verified, returned })
}

/** The counts of the review: "2 new", and the reviewed ones below. */
function ReviewCell({ member }: { member: StaffMember }) {
  const say = useSay()
  const { verified_count: verified, returned_count: returned, posted_count } = member
  const fresh = notLookedAt(member)
  const text = say(reviewCounts(member))
  if (posted_count === 0) return <span className="text-quiet">–</span>
  return (
    // The text for screen readers is positioned within the cell: outside, it would widen the page.
    <div title={text} className="relative whitespace-nowrap">
      <span className="sr-only">{text}</span>
      <bdi aria-hidden="true" className={`block text-as-around ${fresh > 0 ? 'font-medium' : 'text-quiet'}`}>
        {say(messages.scoring.newPostings({ number: fresh }))}
      </bdi>
      {verified + returned > 0 && (
        <span aria-hidden="true" className="flex items-center gap-1 text-xs leading-4">
          {verified > 0 && (
            <span className="flex items-center text-good">
              <Check className="size-3" />
              {verified}
            </span>
          )}
          {returned > 0 && (
            <span className="flex items-center text-bad">
              <CornerUpLeft className="size-3 rtl:-scale-x-100" />
              {returned}
            </span>
          )}
        </span>
      )}
    </div>
  )
}

function NameCell({ member }: { member: StaffMember }) {
  return (
    <>
      <CutText text={member.name} look="font-medium">
        <PersonLink id={member.id}>{member.name}</PersonLink>
      </CutText>
      {member.email && <CutText text={member.email} look="text-xs leading-5 text-quiet in-data-[density=compact]:leading-4" />}
    </>
  )
}

/** A text that is truncated at its end, which is the right side of a Latin name even in a right-to-left page. */
function CutText({ text, look, children = text }: { text: string; look: string; children?: ReactNode }) {
  return (
    <div dir="auto" title={text} className={`truncate text-as-around ${look}`}>
      {children}
    </div>
  )
}

/** The total as a link to the statement. It opens in a new tab, so that unsaved input stays in this one. */
function TotalCell({ member, termId }: { member: StaffMember; termId: number | undefined }) {
  const say = useSay()
  const points = formatPoints(member.total_score)
  return (
    <a
      // The link is not the router's Link, which subscribes every row to the location; a new tab loads the page anyway.
      href={`${pages.statement}?user_id=${member.id}${termId === undefined ? '' : `&term=${termId}`}`}
      target="_blank"
      rel="noreferrer"
      title={say(messages.statements.howItAddsUp)}
      aria-label={say(messages.statements.howItAddsUpFor({ points, name: member.name }))}
      className={`inline-block leading-6 font-semibold underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-solid ${useIsSaving(member) ? 'animate-breathe' : ''}`}
    >
      <AlignedNumber text={points} />
    </a>
  )
}

/**
 * The grade as a link to the scale, in a new tab like the total. A letter that comes from nothing has no link, and explains why it is grey.
 */
function GradeCell({ member, termId }: { member: StaffMember; termId: number | undefined }) {
  const say = useSay()
  const grade = asGrade(member.grade)
  const badge = <GradeBadge grade={grade} />
  const { withFeedback: label, scaleTitle } = messages.grading
  return (
    <span className={useIsSaving(member) ? 'animate-breathe' : ''}>
      {grade === noGrade ? (
        badge
      ) : hasNothingYet(member) ? (
        <NothingYet grade={grade} name={member.name} />
      ) : (
        <a
          href={`${pages.grade}${termId === undefined ? '' : `?term=${termId}`}`}
          target="_blank"
          rel="noreferrer"
          title={say(scaleTitle)}
          aria-label={say(messages.finding.gradeOnScale({ label, grade, name: member.name }))}
          className="inline-block rounded-sm align-middle hover:opacity-85"
        >
          {badge}
        </a>
      )}
    </span>
  )
}

/** Whether a score is being saved: the sum and the grade are then outdated. */
function useIsSaving({ id }: StaffMember): boolean {
  const { entryOf } = useScoreEditing()
  return entryOf(id, 'tp')?.state === 'saving' || entryOf(id, 'fb')?.state === 'saving'
}
