import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { DepartmentGroup, Group, OverviewReply } from '../../contract/overview.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { nothingYet, shownGrades } from '../entities/grades/shown-grade.ts'
import { none } from '../entities/members/filter-codes.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Bars } from '../ui/charts/bars.tsx'
import { ChartAndTable, ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { formatAverage, formatShare, formatSum, formatWhole } from '../ui/numbers.ts'
import { countOf, GradeChart } from './grade-chart.tsx'
import { departmentLabel, linkToStaff, membersLink } from './staff-link.ts'

type Props = { overview: OverviewReply }

/**
 * The charts of one term: its figures, its grades, the participation and the sources of the points. A head sees one department, without a
 * comparison.
 */
export function OverviewCharts({ overview }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { sees_everybody, hasDepartments } = useRights()
  const { term, all, departments, titles } = overview
  // A dean has one faculty: there is nothing to compare.
  const faculties = sees_everybody ? (overview.faculties ?? []) : []
  const grades = say(hasDepartments ? messages.overview.gradesByDepartment : messages.myDepartment.grades)
  return (
    <>
      <Figures overview={overview} />
      <ChartCard title={grades} summary={<bdi>{say(mostFrequentGrade(all))}</bdi>}>
        <GradeChart
          caption={grades}
          nameHeader={say(messages.fields.department)}
          groups={departments.map((department) => ({
            key: department.department_name ?? '',
            name: departmentLabel(say, language, department),
            ...department,
            linkOf: (grade) => linkToStaff(term.id, { department, grade }),
            link: linkToStaff(term.id, { department }),
          }))}
        />
      </ChartCard>
      {faculties.length > 0 && (
        <ChartCard title={say(messages.overview.gradesByFaculty)}>
          <GradeChart
            caption={say(messages.overview.gradesByFaculty)}
            nameHeader={say(messages.fields.faculty)}
            groups={faculties.map((faculty) => ({
              key: faculty.faculty_name ?? '',
              name: localized(language, faculty, 'faculty_name') ?? say(messages.overview.noFaculty),
              ...faculty,
              linkOf: (grade) => linkToStaff(term.id, { faculty_id: faculty.faculty_id ?? none, grade }),
              link: linkToStaff(term.id, { faculty_id: faculty.faculty_id ?? none }),
            }))}
          />
        </ChartCard>
      )}
      <ChartCard title={say(messages.overview.gradesByTitle)}>
        <GradeChart
          caption={say(messages.overview.gradesByTitle)}
          nameHeader={say(messages.fields.title)}
          groups={titles.map(({ title, ...group }) => ({
            key: say(titleName(title)),
            name: say(titleName(title)),
            ...group,
            linkOf: (grade) => linkToStaff(term.id, { title, grade }),
            link: linkToStaff(term.id, { title }),
          }))}
        />
      </ChartCard>
      {hasDepartments && <Participation overview={overview} />}
      <PointsByType overview={overview} />
    </>
  )
}

function mostFrequentGrade(all: Group): Message {
  const most = Math.max(...shownGrades.map((grade) => countOf(all, grade)))
  const grade = shownGrades.findLast((one) => countOf(all, one) === most) ?? nothingYet
  const { ofMembers, mostNothing, mostFrequent } = messages.overview
  const members = ofMembers({ part: most, count: all.members })
  return grade === nothingYet ? mostNothing({ members }) : mostFrequent({ grade, members })
}

/** The figures of the term. */
function Figures({ overview: { term, all, points } }: Props) {
  const say = useSay()
  const { members, posted_nothing } = all
  return (
    <dl className="grid grid-cols-2 gap-2.5 sm:gap-3 lg:grid-cols-4 print:grid-cols-4">
      <Figure name={say(messages.fields.members)}>
        <FigureLink link={linkToStaff(term.id, {})} label={say(messages.finding.allMembers({ count: members }))}>
          {formatWhole(members)}
        </FigureLink>
      </Figure>
      <Figure name={say(messages.overview.averageTotal)}>
        <FigureLink
          link={linkToStaff(term.id, { largest: 'total' })}
          label={say(messages.finding.byTotal({ number: formatAverage(all.average) }))}
        >
          {formatAverage(all.average)}
        </FigureLink>
      </Figure>
      <Figure name={say(messages.overview.pointsTogether)}>
        <FigureLink
          link={linkToStaff(term.id, { largest: 'total' })}
          label={say(messages.finding.byTotal({ number: formatSum(points.total_score) }))}
        >
          {formatSum(points.total_score)}
        </FigureLink>
      </Figure>
      <Figure name={say(messages.scoring.postedNothing)} note={formatShare(posted_nothing, members)}>
        {posted_nothing === 0 ? (
          0
        ) : (
          <FigureLink
            link={linkToStaff(term.id, { posted: 'nothing' })}
            label={say(messages.overview.membersPostedNothing({ count: posted_nothing }))}
          >
            {formatWhole(posted_nothing)}
          </FigureLink>
        )}
      </Figure>
    </dl>
  )
}

/** A link that covers the whole card. */
function FigureLink({ link, label, children }: { link: LinkProps; label: string; children: ReactNode }) {
  return (
    <Link
      {...link}
      aria-label={label}
      className="after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
    >
      {children}
    </Link>
  )
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="relative flex flex-col rounded-lg border border-line bg-card px-4 py-3 shadow-soft">
      <dt className="text-[0.8125rem] text-quiet">{name}</dt>
      <dd className="mt-1 flex items-baseline gap-2 font-serif text-2xl leading-8 font-semibold">
        {children}
        {note && <bdi className="font-sans text-sm font-normal text-quiet">{note}</bdi>}
      </dd>
    </div>
  )
}

function Participation({ overview: { term, all, departments } }: Props) {
  const say = useSay()
  const language = useLanguage()
  const caption = say(messages.overview.nothingByDepartment)
  // The departments that most need a reminder come first.
  const shareOf = ({ posted_nothing, members }: DepartmentGroup) => posted_nothing / members
  const ordered = departments.toSorted((a, b) => shareOf(b) - shareOf(a))
  return (
    <ChartCard title={say(messages.overview.participation)} summary={<bdi>{say(participationOf(all))}</bdi>}>
      <ChartAndTable
        chart={
          <Bars
            label={caption}
            look="bg-brass"
            whole={1}
            bars={ordered.map((group) => {
              const { department_name, posted_nothing, members } = group
              const name = departmentLabel(say, language, group)
              return {
                key: department_name ?? '',
                name,
                value: shareOf(group),
                text: formatShare(posted_nothing, members),
                words: say(messages.overview.groupPostedNothing({ group: name, members: partOf(group) })),
                link: posted_nothing > 0 ? linkToStaff(term.id, { department: group, posted: 'nothing' }) : undefined,
              }
            })}
          />
        }
        table={
          <NumberTable
            caption={say(messages.overview.numbers({ caption }))}
            nameHeader={say(messages.fields.department)}
            headers={[messages.scoring.postedNothing, messages.fields.members, messages.overview.share].map(say)}
            rows={ordered.map((group) => ({
              key: group.department_name ?? '',
              name: departmentLabel(say, language, group),
              link: membersLink(say, language, term.id, group),
              cells: [
                formatWhole(group.posted_nothing),
                formatWhole(group.members),
                formatShare(group.posted_nothing, group.members),
              ],
            }))}
          />
        }
      />
    </ChartCard>
  )
}

/** The share of members as text: "3 of 12 members". */
function partOf({ posted_nothing, members }: Group): Message {
  return messages.overview.ofMembers({ part: posted_nothing, count: members })
}

function participationOf(all: Group): Message {
  const { members, posted_nothing } = all
  if (posted_nothing === 0) return messages.overview.allPosted
  if (posted_nothing === members) return messages.overview.nobodyPosted
  return messages.overview.postedNothing({ members: partOf(all), share: formatShare(posted_nothing, members) })
}

const parts = [
  ...activityTypes.map((type) => ({ label: typeName(type), part: scoreOfType[type] })),
  { label: messages.statements.teacherPoints, part: 'tp' },
  { label: messages.statements.feedback, part: 'fb' },
] as const

function PointsByType({ overview: { term, all, points } }: Props) {
  const say = useSay()
  if (points.total_score === 0) {
    return (
      <ChartCard title={say(messages.overview.pointsByType)}>
        <p className="text-quiet">
          <bdi>{say(messages.overview.noPoints)}</bdi>
        </p>
      </ChartCard>
    )
  }
  return (
    <ChartCard
      title={say(messages.overview.pointsByType)}
      summary={
        <bdi>
          {say(messages.overview.pointsInAll({ points: formatSum(points.total_score), average: formatAverage(all.average) }))}
        </bdi>
      }
    >
      <ChartAndTable
        chart={
          <Bars
            label={say(messages.overview.pointsByType)}
            look="bg-brand"
            bars={parts.map(({ label, part }) => ({
              key: part,
              name: say(label),
              value: points[part],
              text: formatSum(points[part]),
              words: say(messages.overview.pointsOfType({ type: label, points: formatSum(points[part]) })),
              link: points[part] > 0 ? linkToStaff(term.id, { largest: part }) : undefined,
            }))}
          />
        }
        table={
          <NumberTable
            caption={say(messages.overview.numbers({ caption: messages.overview.pointsByType }))}
            nameHeader={say(messages.fields.type)}
            headers={[messages.statements.points, messages.overview.perMember, messages.overview.share].map(say)}
            rows={parts.map(({ label, part }) => ({
              key: part,
              name: say(label),
              cells: [
                <AlignedNumber key="points" text={formatSum(points[part])} />,
                formatAverage(points[part] / all.members),
                formatShare(points[part], points.total_score),
              ],
            }))}
          />
        }
      />
    </ChartCard>
  )
}
