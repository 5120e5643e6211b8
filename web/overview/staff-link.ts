import type { LinkProps } from '@tanstack/react-router'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { ShownGrade } from '../entities/grades/shown-grade.ts'
import { departmentCode, titleCode } from '../entities/members/filter-codes.ts'
import type { DepartmentNames } from '../entities/overview/overview.api.ts'

type Department = Parameters<typeof departmentCode>[0]

type Members = {
  department?: Department
  faculty_id?: number | 'none'
  title?: string | null
  grade?: ShownGrade
  posted?: 'nothing'
  unset?: 'any'
  /** The column to sort by, largest first. */
  largest?: string
}

export function departmentLabel(say: Say, language: Language, department: DepartmentNames): string {
  return localized(language, department, 'department_name') ?? say(messages.departments.unknown)
}

/** Links a number to its members: the Staff panel of that term on the same dashboard, filtered. */
export function linkToStaff(termId: number, { department, title, grade, largest, ...others }: Members): LinkProps {
  return {
    to: '.',
    search: {
      tab: 'staff',
      term: termId,
      ...(department === undefined ? {} : { department_id: departmentCode(department) }),
      ...(title === undefined ? {} : { title: titleCode(title) }),
      ...(grade === undefined ? {} : { grade }),
      ...others,
      ...(largest === undefined ? {} : { sort: `-${largest}` }),
    },
  }
}

/** The name of a department in a table, as a link to its members in that term. */
export function membersLink(say: Say, language: Language, termId: number, department: Department & DepartmentNames) {
  const hint = say(messages.finding.membersOf({ name: departmentLabel(say, language, department) }))
  return { place: linkToStaff(termId, { department }), hint }
}
