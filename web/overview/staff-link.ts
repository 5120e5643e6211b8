import type { LinkProps } from '@tanstack/react-router'
import { titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import { pages } from '../../contract/pages.ts'

type Members = {
  department?: string | null
  title?: string | null
  grade?: string
  posted?: 'nothing'
  /** The column to sort by, largest first. */
  sort?: string
}

export const departmentLabel = (name: string | null) => name ?? messages.departments.unknown

/** Links a number to its members: the Staff panel of that term, filtered. */
export function linkToStaff(termId: number, { department, title, ...others }: Members): LinkProps {
  return {
    to: pages.adminDashboard,
    search: {
      tab: 'staff',
      term: termId,
      ...(department === undefined ? {} : { department: departmentLabel(department) }),
      ...(title === undefined ? {} : { title: titleName(title) }),
      ...others,
    },
  }
}
