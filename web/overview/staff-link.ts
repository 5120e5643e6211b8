import type { LinkProps } from '@tanstack/react-router'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { ShownGrade } from '../grading/shown-grade.ts'
import { departmentCode, titleCode } from '../search-params.ts'

type Department = Parameters<typeof departmentCode>[0]

type Members = {
  department?: Department
  title?: string | null
  grade?: ShownGrade
  posted?: 'nothing'
  /** The column to sort by, largest first. */
  largest?: string
}

export const departmentLabel = (say: Say, name: string | null) => name ?? say(messages.departments.unknown)

/** Links a number to its members: the Staff panel of that term, filtered. */
export function linkToStaff(termId: number, { department, title, grade, largest, ...others }: Members): LinkProps {
  return {
    to: pages.adminDashboard,
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
