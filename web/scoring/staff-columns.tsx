import { titleName } from '../../contract/codes.ts'
import { type Grade, grades, noGrade } from '../../contract/grading.ts'
import { messages } from '../../contract/messages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { GradeBadge } from '../grading/grade-badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { formatPoints } from '../ui/numbers.ts'
import { ScoreCell } from './score-cell.tsx'
import { scoreNames, useScoreEditing } from './score-editing.tsx'

/** From the best to none; what the filter offers and what the column sorts by. */
const gradeOrder: readonly string[] = [...grades.toReversed(), noGrade]

/** Whether a member took part at all: what the filter offers. */
export const participation = { nothing: 'Posted nothing', something: 'Posted something' } as const

function asGrade(text: string): Grade | typeof noGrade {
  return grades.find((grade) => grade === text) ?? noGrade
}

/** The columns of the specification under its short headings. All of them fit beside the sidebar at 1280 pixels. */
export function staffColumns(viewActivities: (member: StaffMember) => void): readonly Column<StaffMember>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: (member) => member.name,
      second: { id: 'email', header: 'Email', value: (member) => member.email },
      cell: (member) => <NameCell member={member} />,
      width: 176,
      rowHeader: true,
    },
    { id: 'degree', header: 'Degree', value: (member) => member.degree, width: 64 },
    {
      id: 'title',
      header: 'Title',
      value: (member) => titleName(member.title),
      width: 82,
      filter: 'All titles',
    },
    {
      id: 'department',
      header: 'Department',
      value: (member) => member.department_name ?? messages.departments.unknown,
      width: 104,
      filter: 'All departments',
    },
    {
      id: 'tp',
      header: 'T P.',
      headerTitle: `${scoreNames.tp} (tp)`,
      value: (member) => member.tp,
      cell: (member) => <ScoreCell member={member} column="tp" />,
      width: 54,
      align: 'end',
    },
    {
      id: 'fb',
      header: 'F B.',
      headerTitle: `${scoreNames.fb} (fb)`,
      value: (member) => member.fb,
      cell: (member) => <ScoreCell member={member} column="fb" />,
      width: 54,
      align: 'end',
    },
    sum('atts', 'ATT S.', 'Attended-activity score', 60),
    sum('acts', 'ACT S.', 'Activity score', 60),
    sum('escore', 'E S.', 'Event activity score', 54),
    {
      id: 'total',
      header: 'Total',
      headerTitle: 'Total score: T P. + F B. + ATT S. + ACT S. + E S.',
      value: (member) => member.total_score,
      cell: (member) => <TotalCell member={member} />,
      width: 66,
      align: 'end',
    },
    {
      id: 'grade',
      header: 'Grade',
      headerTitle: 'Grade, from the total with feedback (members see theirs without)',
      value: (member) => member.grade,
      sortBy: (member) => gradeOrder.length - gradeOrder.indexOf(member.grade),
      cell: (member) => <GradeCell member={member} />,
      width: 58,
      filter: 'All grades',
      filterOrder: gradeOrder,
    },
    {
      id: 'activities',
      header: 'Activities',
      headerTitle: 'Activities, by how many were posted',
      value: (member) => (member.posted_count === 0 ? participation.nothing : participation.something),
      sortBy: (member) => member.posted_count,
      filter: 'Posted or not',
      cell: (member) => (
        <Button
          size="small"
          aria-label={`View Activities of ${member.name}`}
          onClick={() => viewActivities(member)}
          className="px-2!"
        >
          View Activities
        </Button>
      ),
      width: 132,
      pinned: true,
    },
  ]
}

function sum(id: 'atts' | 'acts' | 'escore', header: string, headerTitle: string, width: number): Column<StaffMember> {
  return {
    id,
    header,
    headerTitle,
    value: (member) => member[id],
    cell: (member) => formatPoints(member[id]),
    width,
    align: 'end',
  }
}

function NameCell({ member }: { member: StaffMember }) {
  return (
    <>
      <CutText text={member.name} look="font-medium" />
      {member.email && <CutText text={member.email} look="text-xs leading-5 text-quiet" />}
    </>
  )
}

/** Cut off at the end of the text, which in a right-to-left page is still the right side of a Latin name. */
function CutText({ text, look }: { text: string; look: string }) {
  return (
    <div className="flex" title={text}>
      <span dir="auto" className={`truncate ${look}`}>
        {text}
      </span>
    </div>
  )
}

function TotalCell({ member }: { member: StaffMember }) {
  return (
    <span className={`font-semibold ${useIsSaving(member) ? 'animate-breathe' : ''}`}>{formatPoints(member.total_score)}</span>
  )
}

function GradeCell({ member }: { member: StaffMember }) {
  return (
    <span className={useIsSaving(member) ? 'animate-breathe' : ''}>
      <GradeBadge grade={asGrade(member.grade)} />
    </span>
  )
}

/** While a score is on its way, the sum and the grade are about to change. */
function useIsSaving({ id }: StaffMember): boolean {
  const { entryOf } = useScoreEditing()
  return entryOf(id, 'tp')?.state === 'saving' || entryOf(id, 'fb')?.state === 'saving'
}
