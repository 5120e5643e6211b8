import type { LinkProps } from '@tanstack/react-router'
import { codesInAddress } from '../ui/table-state.ts'

type Filters = Readonly<Record<string, readonly (string | number)[] | undefined>>

/** The list of postings with these filters, each with its codes. */
export function linkToPostings(filters: Filters): LinkProps {
  const codes = Object.entries(filters).flatMap(([param, values]) =>
    values && values.length > 0 ? [[param, codesInAddress(values.map(String))]] : [],
  )
  return { to: '.', search: { tab: 'postings', ...Object.fromEntries(codes) } }
}
