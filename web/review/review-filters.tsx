import type { Ref } from 'react'
import { activityTypes, typeName } from '../../contract/codes.ts'
import type { Department } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { lateReviewDays } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { reviewMarks } from '../../contract/review.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { none } from '../entities/members/filter-codes.ts'
import { type ReviewFilters, useReviewCounts } from '../entities/review/review.api.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Choice } from '../ui/choice.tsx'

type Props = { filters: ReviewFilters; onChange: (filters: ReviewFilters) => void; firstRef: Ref<HTMLSelectElement> }

export function ReviewFilterBar({ filters, onChange, firstRef }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { data: departments } = useDepartments()
  const reviewed = useReviewedDepartments(departments)
  const { data: terms } = useTerms()
  const { data: counts } = useReviewCounts(filters)
  const hasDepartments = reviewed === 'all' || reviewed.size > 1
  const set = (change: ReviewFilters) => onChange({ ...filters, ...change })
  const numberIn = (text: string) => (text ? Number(text) : undefined)

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2.5 max-sm:w-full">
      {hasDepartments && (
        <Choice
          ref={firstRef}
          wide
          label={say(messages.fields.department)}
          all={say(messages.fields.allDepartments)}
          value={String(filters.department_id ?? '')}
          onChoose={(text) => set({ department_id: text === none ? none : numberIn(text) })}
        >
          {departments
            ?.filter(({ id }) => reviewed === 'all' || reviewed.has(id))
            .map((department) => (
              <option key={department.id} value={department.id}>
                {localized(language, department, 'name')}
              </option>
            ))}
          {(reviewed === 'all' || filters.department_id === none) && (
            <option value={none}>{say(messages.postingList.noDepartment)}</option>
          )}
        </Choice>
      )}
      <Choice
        ref={hasDepartments ? null : firstRef}
        label={say(messages.fields.type)}
        all={say(messages.fields.allTypes)}
        value={filters.type}
        onChoose={(type) => set({ type: activityTypes.find((known) => known === type) })}
      >
        {activityTypes.map((type) => (
          <option key={type} value={type}>
            {say(typeName(type))}
          </option>
        ))}
      </Choice>
      <Choice
        label={say(messages.fields.term)}
        all={say(messages.fields.allTerms)}
        value={String(filters.term ?? '')}
        onChoose={(text) => set({ term: numberIn(text) })}
      >
        {terms
          // A closed term has nothing to review; one in the URL is listed anyway.
          ?.filter(({ id, status }) => status === 'open' || filters.state !== undefined || id === filters.term)
          .map((term) => (
            <option key={term.id} value={term.id}>
              {term.status === 'closed' ? say(messages.terms.closedName({ name: termName(term) })) : termName(term)}
            </option>
          ))}
      </Choice>
      <Choice
        wide
        label={say(messages.fields.activity)}
        all={say(messages.reviewFilters.allActivities)}
        value={String(filters.activity_id ?? '')}
        onChoose={(text) => set({ activity_id: numberIn(text) })}
      >
        {counts?.activities.map((activity) => (
          <option key={activity.id} value={activity.id}>
            {say(messages.reviewFilters.counted({ name: localized(language, activity, 'name'), number: activity.count }))}
          </option>
        ))}
        {/* One in the URL of which no posting is left. */}
        {filters.activity_id !== undefined && counts && !counts.activities.some(({ id }) => id === filters.activity_id) && (
          <option value={filters.activity_id}>
            {say(messages.reviewFilters.counted({ name: `#${filters.activity_id}`, number: 0 }))}
          </option>
        )}
      </Choice>
      <Choice
        wide
        label={say(messages.reviewFilters.mark)}
        all={say(messages.reviewFilters.allMarks)}
        value={filters.mark}
        onChoose={(mark) => set({ mark: reviewMarks.find((known) => known === mark) })}
      >
        {reviewMarks.map((mark) => {
          const { marks } = messages.reviewFilters
          const name = mark === 'late' ? marks.late({ days: lateReviewDays }) : marks[mark]
          const count = counts?.marks?.[mark]
          return (
            <option key={mark} value={mark}>
              {say(count === undefined ? name : messages.reviewFilters.counted({ name, number: count }))}
            </option>
          )
        })}
      </Choice>
    </div>
  )
}

/** The departments whose members the user may review: all for who sees everybody, those of a head or dean, and those of users who lent Review. */
function useReviewedDepartments(departments: readonly Department[] | undefined): 'all' | ReadonlySet<number> {
  const { sees_everybody, department, faculty, delegations } = useRights()
  if (sees_everybody || delegations.some((lent) => !lent.department && !lent.faculty)) return 'all'
  const offices = [{ department, faculty }, ...delegations]
  const isReviewed = (one: Department) =>
    offices.some((office) => office.department?.id === one.id || (office.faculty && office.faculty.id === one.faculty_id))
  return new Set(departments?.filter(isReviewed).map(({ id }) => id))
}
