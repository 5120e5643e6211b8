import { activityTypes, titleCodes, titleName, typeName } from '../../contract/codes.ts'
import type { Translations } from '../../contract/fields.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { none } from '../entities/members/filter-codes.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import type { FilterChoice } from '../ui/data-table-model.ts'
import { ColumnFilter } from '../ui/data-table-tools.tsx'
import { codesInAddress } from '../ui/table-state.ts'
import type { doneQueryIn } from './postings.api.ts'
import type { commonFilters } from './postings-place.ts'

const words = messages.postingList
const { fields } = messages

interface Filter {
  param: (typeof commonFilters)[number]
  label: string
  all: string
  choices: readonly FilterChoice[]
  /** The chosen codes, between commas. */
  chosen: string | undefined
  /** Whether the choices stand in their own order, and not in that of the alphabet. */
  isOrdered?: boolean
}

type Props = {
  query: ReturnType<typeof doneQueryIn>
  set: (change: Readonly<Record<string, unknown>>) => void
}

/** What the counts are narrowed to; a head has one department, and a dean those of the faculty. */
export function DoneFilters({ query, set }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { sees_everybody, faculty, hasDepartments } = useRights()
  const { data: terms = [] } = useTerms()
  const { data: departments = [] } = useDepartments()
  const { data: activities = [] } = useActivities()
  const current = terms.find(({ is_current }) => is_current)
  const named = (rows: readonly { id: number; name: string; names: Translations }[]) =>
    rows.map((row) => ({ code: String(row.id), label: localized(language, row, 'name') }))
  const filters: Filter[] = [
    {
      ...{ param: 'in_term', label: say(words.done.terms), chosen: query.term_id, isOrdered: true },
      all: current ? termName(current) : say(words.done.terms),
      choices: terms.map((term) => ({ code: String(term.id), label: termName(term) })),
    },
    ...(hasDepartments
      ? [
          {
            ...({ param: 'department_id', label: say(fields.department), chosen: query.department_id } as const),
            all: say(fields.allDepartments),
            choices: [
              ...named(departments.filter(({ faculty_id }) => sees_everybody || faculty_id === faculty?.id)),
              ...(sees_everybody ? [{ code: none, label: say(words.noDepartment) }] : []),
            ],
          },
        ]
      : []),
    {
      ...{ param: 'title', label: say(fields.title), chosen: query.title, isOrdered: true },
      all: say(fields.allTitles),
      choices: [...titleCodes.map((code) => ({ code, label: say(titleName(code)) })), { code: none, label: say(words.noTitle) }],
    },
    {
      ...{ param: 'type', label: say(fields.type), chosen: query.type, isOrdered: true },
      all: say(fields.allTypes),
      choices: activityTypes.map((type) => ({ code: type, label: say(typeName(type)) })),
    },
    {
      ...{ param: 'activity_id', label: say(fields.activity), chosen: query.activity_id },
      all: say(words.allActivities),
      choices: named(activities),
    },
  ]
  return filters.map(({ param, label, all, choices, chosen, isOrdered }) => (
    <ColumnFilter
      key={param}
      label={label}
      all={all}
      choices={choices}
      order={isOrdered ? choices.map((choice) => choice.label) : undefined}
      chosen={chosen?.split(',').map((code) => choices.find((choice) => choice.code === code)?.label ?? code) ?? []}
      param={param}
      setFilter={(name, codes) => set({ [name]: codesInAddress(codes) })}
    />
  ))
}
