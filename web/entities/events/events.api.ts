import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CheckInInput, EventInput, PortalEvent } from '../../../contract/events.ts'
import { doorCodeMs, browser as limits } from '../../../contract/limits.ts'
import type { ParticipantsPreview } from '../../../contract/participants.ts'
import { ApiError, call, isUnreachable } from '../../http/api.ts'
import { uploadWith } from '../../http/upload.ts'

const key = 'events'

/** Events stand at the beginning of the first page, too. */
const readAgain = (queryClient: QueryClient) =>
  Promise.all([key, 'home'].map((first) => queryClient.invalidateQueries({ queryKey: [first] })))

/** The events of a term that are for the user, or that they organise. */
export function useEvents(termId: number | undefined) {
  return useQuery({
    queryKey: [key, 'of', termId],
    queryFn: async () => (await call('GET /events', { query: { term_id: termId } })).events,
    enabled: termId !== undefined,
  })
}

/** An event, always read anew: it is changed by others, and people arrive. */
export function useEvent(id: number) {
  return useQuery({
    queryKey: [key, id],
    queryFn: async () => (await call('GET /events/:id', { params: { id } })).event,
    staleTime: 0,
  })
}

export function useReadEvent() {
  return async ({ id }: { id: number }): Promise<PortalEvent> => (await call('GET /events/:id', { params: { id } })).event
}

/** Who is invited, comes and was there. While the event runs, the list is read again and again. */
export function useEventPeople(id: number, isRunning: boolean) {
  return useQuery({
    queryKey: [key, id, 'people'],
    queryFn: async () => (await call('GET /events/:id/people', { params: { id } })).people,
    staleTime: 0,
    refetchInterval: isRunning ? 10_000 : false,
  })
}

/** The names of all for whom an event is: to check them in by name. */
export function useEventMembers(id: number, isNeeded: boolean) {
  return useQuery({
    queryKey: [key, id, 'members'],
    queryFn: async () => (await call('GET /events/:id/members', { params: { id } })).members,
    enabled: isNeeded,
  })
}

/** The names of those who may be organisers, for heads, deans and the office. */
export function usePossibleOrganisers(isNeeded: boolean) {
  return useQuery({
    queryKey: [key, 'possible-organisers'],
    queryFn: async () => (await call('GET /delegations/people')).people,
    enabled: isNeeded,
  })
}

/** The members whom a head, dean or the office sees: those who may be chosen. */
export function useChoosableMembers(isNeeded: boolean) {
  return useQuery({
    queryKey: [key, 'choosable-members'],
    queryFn: async () => (await call('GET /staff')).staff,
    enabled: isNeeded,
  })
}

/**
 * The code of this moment. It is asked for again when it changes, and for the arrivals at least every two seconds. A lost reply does not
 * take a code away that is still right; a refusal does at once, because the right to show it has ended.
 */
export function useDoor(id: number, sessionId: number) {
  const { data, error, errorUpdatedAt, dataUpdatedAt } = useQuery({
    queryKey: [key, id, 'door', sessionId],
    queryFn: () => call('GET /events/:id/door', { params: { id }, query: { session_id: sessionId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) => Math.min(2000, (data?.state === 'open' && data.changes_in) || 2000),
    refetchIntervalInBackground: true,
  })
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  const isLost = error !== null && !isRefused && errorUpdatedAt - dataUpdatedAt > (data?.changes_in ?? 0)
  return { door: isRefused || isLost ? undefined : data, refused: isRefused ? error : undefined, isLost }
}

/** The own code, which an organiser scans; it is asked for again when it changes. */
export function useOwnCode(id: number, isShown: boolean) {
  return useQuery({
    queryKey: [key, id, 'own-code'],
    queryFn: () => call('GET /events/:id/own-code', { params: { id } }),
    enabled: isShown,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => data?.changes_in ?? 2000,
  })
}

export function useGuests(id: number) {
  return useQuery({
    queryKey: [key, id, 'guests'],
    queryFn: async () => (await call('GET /events/:id/guests', { params: { id } })).guests,
  })
}

/** Attendance of a term in numbers. */
export function useAttendance(termId: number | undefined, departmentId: number | undefined) {
  return useQuery({
    queryKey: [key, 'attendance', termId, departmentId],
    queryFn: () => call('GET /events/attendance', { query: { term_id: termId, department_id: departmentId } }),
    enabled: termId !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Reads everything of events again, after a change that is no call of a form. */
export function useEventsReadAgain() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [key] })
}

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** Whom a list from elsewhere would check in. */
export function previewParticipants(id: number, sessionId: number, file: File): Promise<ParticipantsPreview> {
  const transport = uploadWith(() => {}, limits.stalledUpload)
  const query = { session_id: sessionId }
  return call('POST /events/:id/list/preview', {
    params: { id },
    query,
    body: formOf({ file }),
    transport,
    changesNothing: true,
  })
}

export function importParticipants(id: number, sessionId: number, file: File, fingerprint: string, addsGuests: boolean) {
  const transport = uploadWith(() => {}, limits.stalledUpload)
  const query = { session_id: sessionId, ...(addsGuests ? { add_guests: 'true' as const } : {}) }
  return call('POST /events/:id/list', { params: { id }, query, body: formOf({ fingerprint, file }), transport })
}

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => readAgain(queryClient),
  })
}

export const useSaveEvent = () =>
  useChange(async ({ id, ...body }: EventInput & { id: number | undefined }) =>
    id === undefined ? call('POST /events', { body }) : call('PUT /events/:id', { params: { id }, body }),
  )
export const useCancelEvent = () => useChange((id: number) => call('PUT /events/cancel/:id', { params: { id } }))
export const useFinishEvent = () => useChange((id: number) => call('PUT /events/done/:id', { params: { id } }))
export const useAnswerEvent = () =>
  useChange(({ id, is_coming }: { id: number; is_coming: boolean }) =>
    call('PUT /events/coming/:id', { params: { id }, body: { is_coming } }),
  )
export const useTickMembers = () =>
  useChange(({ id, ...body }: { id: number; session_id: number; user_ids: number[] }) =>
    call('PUT /events/tick/:id', { params: { id }, body }),
  )
export const useTakeOff = () =>
  useChange(({ id, ...body }: { id: number; user_id: number; reason: string }) =>
    call('PUT /events/remove/:id', { params: { id }, body }),
  )

/** Undoes a check-in to one of several sessions. */
export const useUntick = () =>
  useChange(({ id, ...body }: { id: number; session_id: number; user_id: number }) =>
    call('PUT /events/untick/:id', { params: { id }, body }),
  )

export const useScanMember = () =>
  useChange(({ id, ...body }: { id: number; session_id: number; code: string }) =>
    call('POST /events/scan/:id', { params: { id }, body }),
  )
export const useAddGuest = () =>
  useChange(({ id, name }: { id: number; name: string }) => call('POST /events/:id/guests', { params: { id }, body: { name } }))
export const useRemoveGuest = () =>
  useChange((params: { id: number; guest_id: number }) => call('DELETE /events/:id/guests/:guest_id', { params }))

/** Whether the server has too much to do at this moment; after too many wrong codes it would say to wait for minutes. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429 && error.retryAfterSeconds <= 10
}

/** The code of a step is accepted during the next one, too: whoever has it in hand has had it for as long at most when this time is over. */
const codeLastsMs = 2 * doorCodeMs

/**
 * Checks in. Without a network, or a reply, and while a whole hall checks in at the same moment, it is tried again by itself until the code
 * is too old: the server counts it once.
 */
export function useCheckIn() {
  const queryClient = useQueryClient()
  const since = useRef(0)
  return useMutation({
    mutationFn: ({ id, ...body }: CheckInInput & { id: number }) => call('POST /events/check-in/:id', { params: { id }, body }),
    onMutate: () => {
      since.current = Date.now()
    },
    networkMode: 'always',
    retry: (_count, error) => (!isRefused(error) || isBusy(error)) && Date.now() - since.current < codeLastsMs,
    // A hall does not come back all at once.
    retryDelay: (count, error) => (isBusy(error) ? 500 + 2000 * Math.random() : Math.min(1000 * 2 ** count, 4000)),
    onSettled: () => readAgain(queryClient),
  })
}

const isRefused = (error: unknown) => error instanceof ApiError && !isUnreachable(error)
