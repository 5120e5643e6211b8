import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../contract/languages/catalogue.ts'
import type { ReviewSide } from '../../contract/people.ts'
import { alertFailure } from '../http/alerts.ts'
import { call } from '../http/api.ts'
import { toast } from '../ui/toast.tsx'

const key = (id: number, part: string) => ['person', id, part]

export function usePerson(id: number) {
  return useQuery({
    queryKey: key(id, 'details'),
    queryFn: async () => (await call('GET /people/:id', { params: { id } })).person,
  })
}

export function usePersonTerms(id: number) {
  return useQuery({
    queryKey: key(id, 'terms'),
    queryFn: async () => (await call('GET /people/:id/terms', { params: { id } })).terms,
  })
}

export function usePersonQuestions(id: number) {
  return useQuery({ queryKey: key(id, 'questions'), queryFn: () => call('GET /people/:id/questions', { params: { id } }) })
}

export function usePersonReviews(id: number, side: ReviewSide) {
  return useInfiniteQuery({
    queryKey: [...key(id, 'reviews'), side],
    queryFn: ({ pageParam }) => call('GET /people/:id/reviews', { params: { id }, query: { side, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export function usePersonSessions(id: number) {
  return useQuery({
    queryKey: key(id, 'sessions'),
    queryFn: async () => (await call('GET /people/:id/sessions', { params: { id } })).sessions,
    staleTime: 0,
  })
}

/** Ends all sessions of a person, or one of them. */
export function useEndSessions(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session_id: number | undefined) =>
      session_id === undefined
        ? call('DELETE /people/:id/sessions', { params: { id } })
        : call('DELETE /people/:id/sessions/:session_id', { params: { id, session_id } }),
    // Here, because the button is gone with the last device, and what is told to it would not be said.
    onSuccess: ({ message }) => toast({ key: '', words: message }),
    onError: (failure) => alertFailure(failure, messages.person.endFailed),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key(id, 'sessions') }),
        queryClient.resetQueries({ queryKey: ['audit'] }),
      ]),
  })
}
