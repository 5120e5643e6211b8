import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { AuditPerson, AuditQuery } from '../../contract/audit.ts'
import { addressOf, call } from '../api.ts'
import { personName, useShownOrder } from '../shown-order.ts'

/** The filters in the URL; an empty one matches everything. */
const filterNames = ['person', 'subject', 'kind', 'from', 'to'] as const
export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>

/** The router parses a numeric filter as a number. */
export function filtersIn(search: Record<string, unknown>): AuditFilters {
  return Object.fromEntries(filterNames.map((name) => [name, search[name] === undefined ? '' : String(search[name])]))
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function queryOf(filters: AuditFilters & { zone?: string }): z.input<typeof AuditQuery> {
  // Days in the user's time zone, like the times in the table.
  const all = { zone: filters.from || filters.to ? zoneHere() : '', ...filters }
  // An unknown subject or action in the URL is rejected by the server.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/** The records, newest first, paginated. */
export function useAudit(filters: AuditFilters) {
  const query = useInfiniteQuery({
    queryKey: ['audit', queryOf(filters)],
    queryFn: ({ pageParam }) => call('GET /audit', { query: { ...queryOf(filters), before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Records never change, so pages are not refetched: that would load every page shown so far. Opening the panel again starts
    // with a fresh first page.
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
    select: useShownOrder<AuditPerson>(personName),
  })
}

/** Exports all records that match the filters, not only those that are loaded. */
export function fileAddress(filters: AuditFilters, format: 'csv' | 'xlsx'): string {
  // The server formats the times and needs the user's time zone.
  return addressOf(`GET /audit.${format}`, { query: queryOf({ ...filters, zone: zoneHere() }) })
}
