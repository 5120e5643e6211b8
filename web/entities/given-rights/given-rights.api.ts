import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PersonWithRights, RightsInput } from '../../../contract/given-rights.ts'
import { call } from '../../http/api.ts'
import { personName, useShownOrder } from '../../lists/shown-order.ts'
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
