import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { AuditPerson, AuditQuery } from '../../../contract/audit.ts'
import type { Names } from '../../../contract/audit-values.ts'
import { addressOf, call } from '../../http/api.ts'
import { personName, useShownOrder } from '../../lists/shown-order.ts'
import { portalZone } from '../../ui/time-zone.ts'

/** The filters in the URL; an empty one matches everything. */
const filterNames = ['person', 'about', 'q', 'subject', 'kind', 'from', 'to'] as const
export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>

/** The filters in the search parameters, as text: the router parses a numeric filter as a number. */
export function filtersIn(search: Record<string, unknown>): AuditFilters {
  return Object.fromEntries(filterNames.map((name) => [name, search[name] === undefined ? '' : String(search[name])]))
}

function queryOf(filters: AuditFilters & { zone?: string }): z.input<typeof AuditQuery> {
  // The days are in the portal's time zone, like the times in the table.
  const all = { zone: filters.from || filters.to ? portalZone() : '', ...filters }
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

/** The people whose records there can be, and the names for the ids in them. */
export function useAuditPeople() {
  const inOrder = useShownOrder<AuditPerson>(personName)
  return useQuery({
    queryKey: ['audit people'],
    queryFn: () => call('GET /audit/people'),
    select: useCallback(
      ({ people, names }: { people: AuditPerson[]; names: Names }) => ({
        people: inOrder(people),
        names: { ...names, user: Object.fromEntries(people.map(({ id, name }) => [id, name])) },
      }),
      [inOrder],
    ),
  })
}

/** The address of the file with all records that match the filters, not only those that are loaded. */
export function fileAddress(filters: AuditFilters, format: 'csv' | 'xlsx'): string {
  // A server of the release before writes the times in UTC unless it is asked for another zone.
  return addressOf(`GET /audit.${format}`, { query: queryOf({ ...filters, zone: portalZone() }) })
}
