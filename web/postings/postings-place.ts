import type { LinkProps } from '@tanstack/react-router'
import { codesInAddress } from '../ui/table-state.ts'

/** The parameters of the address that the list and the counts share: what is narrowed stays narrowed when one goes to the other. */
export const commonFilters = ['in_term', 'department_id', 'title', 'activity_id', 'type'] as const

type Filters = Readonly<Record<string, readonly (string | number)[] | undefined>>

/** The list of postings with these filters, each with its codes. */
export function linkToPostings(filters: Filters): LinkProps {
  const codes = Object.entries(filters).flatMap(([param, values]) =>
    values && values.length > 0 ? [[param, codesInAddress(values.map(String))]] : [],
  )
  return { to: '.', search: { tab: 'postings', ...Object.fromEntries(codes) } }
}
