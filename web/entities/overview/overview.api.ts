import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Language } from '../../../contract/languages/languages.ts'
import { localized } from '../../../contract/localized.ts'
import type { DepartmentChange, FacultyGroup, OverviewReply, Progress } from '../../../contract/overview.ts'
import { call } from '../../http/api.ts'
import { useLanguage } from '../../language/language.ts'
import { inShownOrder } from '../../lists/shown-order.ts'
import { readSession } from '../../session/session.ts'

/** All numbers of a term, compared with another term; disabled until a term is known. */
export function useOverview(termId: number | undefined, againstId: number | undefined) {
  return useQuery({
    queryKey: ['overview', termId, againstId],
    queryFn:
      termId === undefined ? skipToken : () => call('GET /overview', { query: { term_id: termId, against_id: againstId } }),
    // The overview is always refetched: scores may have changed in the Staff panel.
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: useShownDepartments(),
  })
}

/** What was done so far in a term, by department. */
export function useProgress(termId: number) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['progress', termId],
    queryFn: async () => (await call('GET /overview/progress', { query: { term_id: termId } })).departments,
    staleTime: 0,
    select: useCallback((departments: Progress[]) => byDepartment(language, departments), [language]),
  })
}

/** Sorts the departments by their shown names. Members without a known one stay at the end, as on the server. */
function useShownDepartments() {
  const language = useLanguage()
  return useCallback(
    (overview: OverviewReply): OverviewReply => {
      if (language === 'en') return overview
      const { departments, faculties = [], against } = overview
      return {
        ...overview,
        departments: byDepartment(language, departments),
        faculties: inShownOrder(language, [...faculties], facultyName),
        against: against && { ...against, departments: byDepartment(language, against.departments) },
      }
    },
    [language],
  )
}

export type DepartmentNames = Pick<DepartmentChange, 'department_name' | 'department_names'>

function byDepartment<Row extends DepartmentNames>(language: Language, rows: Row[]): Row[] {
  const known = rows.filter(({ department_name }) => department_name !== null)
  const unknown = rows.filter(({ department_name }) => department_name === null)
  return [...inShownOrder(language, known, departmentName), ...unknown]
}

/** Members without a faculty stay at the end. */
function facultyName(row: FacultyGroup, language: Language): string {
  return localized(language, row, 'faculty_name') ?? '\u{10ffff}'
}

function departmentName(row: DepartmentNames, language: Language): string {
  return localized(language, row, 'department_name') ?? ''
}

/** The path of a member from the first term to the last one. */
export function usePath(userId: number) {
  return useQuery({
    queryKey: ['path', userId],
    queryFn: async () => (await call('GET /overview/path', { query: { user_id: userId } })).path,
    meta: { isOwn: userId === readSession()?.id },
  })
}
