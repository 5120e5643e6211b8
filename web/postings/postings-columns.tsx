import { Files, Link2, TriangleAlert } from 'lucide-react'
import type { Activity } from '../../contract/activities.ts'
import { activityTypes, titleCodes, titleName, typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import type { Department } from '../../contract/departments.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { ListedPosting } from '../../contract/postings.ts'
import type { Term } from '../../contract/terms.ts'
import { none } from '../entities/members/filter-codes.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { placeOfPosting } from '../entities/postings/posting-place.ts'
import { termName, termNameOf } from '../entities/terms/term-name.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Badge } from '../ui/badge.tsx'
import type { Column, FilterChoice } from '../ui/data-table-model.ts'
import { dayOf, formatMoment } from '../ui/dates.ts'
import { RowLink } from '../ui/row-link.tsx'
import { daysIn } from './postings.api.ts'

const words = messages.postingList
const { fields } = messages

export interface Around {
  terms: readonly Term[]
  departments: readonly Department[]
  activities: readonly Activity[]
  /** The loaded postings: a department or an activity that is gone is an option while they show it. */
  loaded: readonly ListedPosting[]
  /** The days in the address. */
  dates: unknown
  reader: Parameters<typeof placeOfPosting>[1] & { seesEverybody: boolean }
}

/** Options of one name are one: the codes of the first are chosen. */
function choices(options: readonly (readonly [code: string | number, label: string])[]): FilterChoice[] {
  const known = new Map<string, FilterChoice>()
  for (const [code, label] of options) if (!known.has(String(code))) known.set(String(code), { code: String(code), label })
  return [...known.values()]
}

export function postingColumns(say: Say, language: Language, around: Around): readonly Column<ListedPosting>[] {
  const { terms, departments, activities, loaded, reader } = around
  const departmentOf = (row: ListedPosting) => localized(language, row, 'department_name') ?? say(messages.departments.unknown)
  const withOrWithout = (labels: typeof words.evidence | typeof words.warning) =>
    choices([
      ['with', say(labels.with)],
      ['without', say(labels.without)],
    ])
  return [
    {
      id: 'name',
      header: say(words.member),
      value: (row) => shownMember(language, row),
      cell: (row) => (
        <PersonLink id={row.user_id}>
          <bdi>{shownMember(language, row)}</bdi>
        </PersonLink>
      ),
      width: 140,
      rowHeader: true,
    },
    {
      id: 'activity',
      header: say(fields.activity),
      cell: (row) => <PostingLink row={row} language={language} say={say} reader={reader} />,
      width: 180,
      fits: true,
      filter: say(words.allActivities),
      filterParam: 'activity_id',
      filterCodes: choices([
        ...activities.map((activity) => [activity.id, localized(language, activity, 'name')] as const),
        ...loaded.map((row) => [row.activity_id, localized(language, row, 'activity_name')] as const),
      ]),
    },
    {
      id: 'type',
      header: say(fields.type),
      cell: ({ type }) => say(typeName(type)),
      width: 86,
      filter: say(fields.allTypes),
      filterOrder: activityTypes.map((type) => say(typeName(type))),
      filterCodes: choices(activityTypes.map((type) => [type, say(typeName(type))])),
    },
    {
      id: 'date',
      header: say(words.day),
      value: ({ starting_date }) => starting_date,
      second: { id: 'posted', header: say(words.posted), value: ({ posted_at }) => posted_at },
      cell: ({ starting_date, posted_at }) => (
        <div className="whitespace-nowrap">
          <bdi>{formatDay(say, starting_date)}</bdi>
          <div className="text-[0.8125rem] text-quiet" title={formatMoment(say, posted_at)}>
            <bdi>{formatDay(say, dayOf(new Date(posted_at)))}</bdi>
          </div>
        </div>
      ),
      width: 150,
    },
    {
      id: 'department',
      header: say(fields.department),
      cell: departmentOf,
      width: 108,
      ...(reader.seesEverybody
        ? {
            filter: say(fields.allDepartments),
            filterParam: 'department_id',
            filterCodes: choices([
              ...departments.map((department) => [department.id, localized(language, department, 'name')] as const),
              ...loaded.flatMap((row) =>
                row.department_name === null || row.department_id === null
                  ? []
                  : [[row.department_id, departmentOf(row)] as const],
              ),
              [none, say(words.noDepartment)],
            ]),
          }
        : {}),
    },
    {
      id: 'title',
      header: say(fields.title),
      cell: ({ title }) => say(titleName(title)),
      width: 88,
      filter: say(fields.allTitles),
      filterOrder: [...titleCodes.map((code) => say(titleName(code))), say(words.noTitle)],
      filterCodes: choices([...titleCodes.map((code) => [code, say(titleName(code))] as const), [none, say(words.noTitle)]]),
    },
    {
      id: 'term',
      header: say(fields.term),
      cell: (row) => termNameOf(row),
      width: 96,
      filter: say(fields.allTerms),
      filterParam: 'in_term',
      filterOrder: terms.map((term) => termName(term)),
      filterCodes: choices(terms.map((term) => [term.id, termName(term)])),
    },
    {
      id: 'state',
      header: say(messages.statements.state),
      cell: ({ state }) => (
        <Badge look={({ posted: 'plain', verified: 'good', returned: 'bad' } as const)[state]}>
          {say(messages.review.tabs[state])}
        </Badge>
      ),
      width: 112,
      filter: say(words.allStates),
      filterParam: 'posting_state',
      filterOrder: (['posted', 'verified', 'returned'] as const).map((state) => say(messages.review.tabs[state])),
      filterCodes: choices(
        (['posted', 'verified', 'returned'] as const).map((state) => [state, say(messages.review.tabs[state])]),
      ),
    },
    {
      id: 'points',
      header: say(messages.statements.points),
      headerTitle: say(messages.rules.countedPoints),
      value: ({ counted_points }) => counted_points,
      cell: ({ counted_points }) => <AlignedNumber text={formatPoints(counted_points)} />,
      width: 66,
      align: 'end',
      fits: true,
    },
    {
      id: 'evidence',
      header: say(messages.review.evidence),
      cell: (row) => <Evidence row={row} say={say} />,
      width: 92,
      filter: say(words.anyEvidence),
      filterCodes: withOrWithout(words.evidence),
    },
    {
      id: 'warning',
      header: say(words.warnings),
      width: 0,
      isFilterOnly: true,
      filter: say(words.anyWarning),
      filterCodes: withOrWithout(words.warning),
    },
    {
      id: 'dates',
      header: say(words.days),
      width: 0,
      isFilterOnly: true,
      isFilteredElsewhere: true,
      filter: say(words.days),
      filterCodes: typeof around.dates === 'string' ? [{ code: around.dates, label: describeDates(say, around.dates) }] : [],
    },
    {
      id: 'who',
      header: say(words.people),
      width: 0,
      isFilterOnly: true,
      isFilteredElsewhere: true,
      filter: say(words.people),
      filterCodes: choices(loaded.map((row) => [row.user_id, shownMember(language, row)])),
    },
  ]
}

function describeDates(say: Say, dates: string): string {
  const { from, to } = daysIn(dates)
  return [
    ...(from ? [say(messages.audit.fromDay({ day: formatDay(say, from) }))] : []),
    ...(to ? [say(messages.audit.toDay({ day: formatDay(say, to) }))] : []),
  ].join(say(messages.general.factSeparator))
}

type RowProps = { row: ListedPosting; say: Say }

/** The activity, which opens the posting where Review has it. */
export function PostingLink({ row, language, say, reader }: RowProps & { language: Language; reader: Around['reader'] }) {
  const name = localized(language, row, 'activity_name')
  const place = placeOfPosting({ ...row, posting_id: row.id, can_open: true }, reader)
  if (!place) return <bdi>{name}</bdi>
  return (
    <RowLink link={place} label={say(words.open({ name, member: shownMember(language, row) }))} whole={name}>
      {name}
    </RowLink>
  )
}

export function Evidence({ row: { link, files, has_warning }, say }: RowProps) {
  return (
    <span className="flex items-center gap-2">
      {!link && files === 0 && <span className="text-quiet">{say(words.noEvidence)}</span>}
      {link && (
        <span title={say(fields.link)}>
          <Link2 aria-label={say(fields.link)} role="img" className="size-4 text-quiet" />
        </span>
      )}
      {files > 0 && (
        <span className="flex items-center gap-1" title={say(words.files({ count: files }))}>
          <Files aria-label={say(words.files({ count: files }))} role="img" className="size-4 text-quiet" />
          <span aria-hidden="true">{files}</span>
        </span>
      )}
      {has_warning && (
        <span title={say(words.sameEvidence)}>
          <TriangleAlert aria-label={say(words.sameEvidence)} role="img" className="size-4 text-bad" />
        </span>
      )}
    </span>
  )
}
