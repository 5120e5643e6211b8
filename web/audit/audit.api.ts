import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { AuditQuery } from '../../contract/audit.ts'
import { addressOf, call } from '../api.ts'

/** As they stand in the address; an empty one narrows nothing. */
const filterNames = ['person', 'subject', 'kind', 'from', 'to'] as const
export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>

/** The address holds a number where the filter is one. */
export function filtersIn(search: Record<string, unknown>): AuditFilters {
  return Object.fromEntries(filterNames.map((name) => [name, search[name] === undefined ? '' : String(search[name])]))
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function queryOf(filters: AuditFilters & { zone?: string }): z.input<typeof AuditQuery> {
  // Days as the person counts them; the times in the table are theirs too.
  const all = { zone: filters.from || filters.to ? zoneHere() : '', ...filters }
  // Whoever types a subject or a kind into the address that there is not gets the server's refusal.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/** The records, newest first, page after page. */
export function useAudit(filters: AuditFilters) {
  const query = useInfiniteQuery({
    queryKey: ['audit', queryOf(filters)],
    queryFn: ({ pageParam }) => call('GET /audit', { query: { ...queryOf(filters), before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // What is recorded never changes. What is new since comes when the panel is opened again: it then starts over with the first
    // page, where asking anew in between would fetch every page that was ever shown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = query
  const records = useMemo(() => data?.pages.flatMap((page) => page.records), [data])
  return { ...query, records }
}

export function useAuditPeople() {
  return useQuery({
    queryKey: ['audit people'],
    queryFn: async () => (await call('GET /audit/people')).people,
  })
}

/** Of all records that the filters leave, not only of those that are shown. */
export function fileAddress(filters: AuditFilters, format: 'csv' | 'xlsx'): string {
  // The server writes the times, and cannot know the clock of who reads them.
  return addressOf(`GET /audit.${format}`, { query: queryOf({ ...filters, zone: zoneHere() }) })
}
