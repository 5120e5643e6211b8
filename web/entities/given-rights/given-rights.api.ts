import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PersonWithRights, RightsInput } from '../../../contract/given-rights.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { call } from '../../http/api.ts'
import { personName, useShownOrder } from '../../lists/shown-order.ts'
import { toast } from '../../ui/toast.tsx'
import { useRights } from '../accounts/rights.ts'

const peopleKey = ['given-rights']
const requestsKey = ['administrator-requests']
/** That of inbox.api.ts, which is above this folder: it names people. */
const inboxKey = ['inbox']
const readPeople = () => call('GET /rights')

/** Everybody with a right beside being scored, and the administrators. */
export function useGivenRights() {
  const inOrder = useShownOrder<PersonWithRights>(personName)
  return useQuery({
    queryKey: peopleKey,
    queryFn: readPeople,
    select: ({ people, confirms_administrators }) => ({ people: inOrder(people), confirms: confirms_administrators }),
  })
}

/** The administrators who wait to be confirmed, for who may confirm some of them. */
export function useAdministratorRequests() {
  const { give_rights = false } = useRights()
  return useQuery({
    queryKey: requestsKey,
    queryFn: async () => (await call('GET /administrator-requests')).requests,
    enabled: give_rights,
  })
}

/** Reads the rights of a person at this moment; undefined for somebody without any. */
export function useReadRights() {
  const queryClient = useQueryClient()
  return async (id: number): Promise<PersonWithRights | undefined> => {
    const reply = await readPeople()
    queryClient.setQueryData(peopleKey, reply)
    return reply.people.find((person) => person.id === id)
  }
}

export function useSetRights() {
  const queryClient = useQueryClient()
  return async (id: number, body: RightsInput) => {
    const reply = await call('PUT /users/:id/rights', { params: { id }, body })
    refreshRights(queryClient)
    return reply
  }
}

/** Fetches again what shows who has which right, and who waits for it. */
export function refreshRights(queryClient: QueryClient) {
  for (const queryKey of [peopleKey, requestsKey, inboxKey]) void queryClient.invalidateQueries({ queryKey })
}

/** Confirms an administrator, or refuses one. A request of one's own is withdrawn by refusing it. */
export function useDecideAdministrator(decision: 'confirm' | 'refuse') {
  const queryClient = useQueryClient()
  const words = messages.givenRights
  return useMutation({
    mutationFn: (id: number) => call(`PUT /administrator-requests/${decision}/:id`, { params: { id } }),
    onSuccess: () => toast(decision === 'confirm' ? words.confirmed : words.refused, { topic: 'administrator-requests' }),
    // A refusal says that another person decided meanwhile.
    onError: (error) => alertFailure(error, messages.rightsInSettings.decideFailed, 'administrator-requests'),
    onSettled: () => {
      refreshRights(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
  })
}
