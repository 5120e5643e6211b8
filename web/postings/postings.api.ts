import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { PostingsQuery, PostingsReply } from '../../contract/postings.ts'
import { addressOf, call } from '../http/api.ts'

type Query = z.input<typeof PostingsQuery>
export type Filters = Omit<Query, 'after' | 'after_value'>
type Cursor = PostingsReply['next']

/** The name of each filter in the address of the panel, and in the call. */
const names = {
  in_term: 'term_id',
  department_id: 'department_id',
  title: 'title',
  who: 'user_id',
  activity_id: 'activity_id',
  type: 'type',
  posting_state: 'state',
  evidence: 'evidence',
  warning: 'warning',
  q: 'q',
} as const

const sorts: readonly unknown[] = ['posted', 'date', 'name', 'points'].flatMap((sort) => [sort, `-${sort}`])

/** A day while its year is being typed, such as 0020-09-01, is no filter yet. */
const wholeDay = (day: string | undefined) => (day && day >= '1900' && day < '2200' ? day : undefined)

export function daysIn(dates: unknown): { from: string | undefined; to: string | undefined } {
  const [from = '', to = ''] = typeof dates === 'string' ? dates.split('..') : []
  return { from: from || undefined, to: to || undefined }
}

/** What the address says about the list. An order that the server does not have is none. */
export function filtersIn(address: Readonly<Record<string, unknown>>): Filters {
  const { from, to } = daysIn(address['dates'])
  const { sort } = address
  const filters = {
    ...Object.fromEntries(
      Object.entries(names).map(([param, name]) => [name, address[param] === undefined ? undefined : String(address[param])]),
    ),
    from: wholeDay(from),
    to: wholeDay(to),
    sort: sorts.includes(sort) ? sort : undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** The postings page after page. While other filters are asked for, the rows of those before stay. */
export function usePostings(filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: ['postings', filters],
    queryFn: ({ pageParam }) => call('GET /postings', { query: { ...filters, ...pageParam } }),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }): Cursor | undefined => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const postings = useMemo(() => data?.pages.flatMap((page) => page.postings), [data])
  return { ...query, postings, count: data?.pages[0]?.count ?? undefined }
}

/** The address of the file with all postings that match, not only those that are loaded. */
export function fileAddress(filters: Filters, format: 'csv' | 'xlsx'): string {
  return addressOf(`GET /postings.${format}`, { query: filters })
}

/** What the address says about the counts. Without a term, they are those of the current one. */
export function doneQueryIn(address: Readonly<Record<string, unknown>>) {
  const { term_id, department_id, title, activity_id, type } = filtersIn(address)
  const only = address['only'] === 'verified' ? ('verified' as const) : undefined
  return { term_id, department_id, title, activity_id, type, only }
}

export function useDone(query: ReturnType<typeof doneQueryIn>) {
  return useQuery({
    queryKey: ['done', query],
    queryFn: () => call('GET /postings/done', { query }),
    placeholderData: keepPreviousData,
  })
}
