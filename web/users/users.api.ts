import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import type { EditUserInput, User } from '../../contract/users.ts'
import { alertFailure, offerUndo, removalTopic } from '../alerts.ts'
import { call } from '../api.ts'
import { dropRow, keepRow } from '../cached-list.ts'
import { asStored } from '../replayed.ts'
import { personName, useShownOrder } from '../shown-order.ts'
import { toast } from '../ui/toast.tsx'

const key = ['users']

export function useUsers() {
  return useQuery({
    queryKey: key,
    queryFn: async () => (await call('GET /users')).users,
    // Comparing ten thousand users field by field would block the page, and only the visible rows render anyway.
    structuralSharing: false,
    select: useShownOrder<User>(personName),
  })
}

function keepUser(queryClient: QueryClient, user: User) {
  keepRow(queryClient, key, user, nameSortKey)
}

/** Adds a user, or changes the one with that id. */
export function useSaveUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: EditUserInput & { id: number | undefined }) => {
      const reply = await (id === undefined
        ? call('POST /users', { body })
        : call('PUT /users/:id', { params: { id }, body, identityIn: 'query' }))
      return { ...reply, user: await asStored(reply.user, readUser) }
    },
    onSuccess: ({ user }) => keepUser(queryClient, user),
  })
}

/** The current version of one user. */
export function useReadUser() {
  const queryClient = useQueryClient()
  return async (before: User) => {
    const user = await readUser(before)
    keepUser(queryClient, user)
    return user
  }
}

async function readUser({ id }: User): Promise<User> {
  return (await call('GET /users/id/:id', { params: { id } })).user
}

/** A function, so that a list of thousands is not counted for every row. */
export function useIsOnlyAdmin() {
  const queryClient = useQueryClient()
  return () => queryClient.getQueryData<User[]>(key)?.filter(({ role_id }) => role_id === roles.admin).length === 1
}

export function useToggleRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => replaceRole(queryClient, user, user.role_id),
    onSuccess: (newRole, user) => {
      const changeBack = async () => {
        await replaceRole(queryClient, user, newRole)
        toast(messages.users.roleUpdated, { about: user.name })
      }
      offerUndo(messages.users.roleUpdated, changeBack, { about: user.name })
    },
    onError: (error) => alertFailure(error, messages.users.toggleFailed),
  })
}

/** Sends the role that was shown, so that another administrator's change is not toggled back by accident. */
async function replaceRole(queryClient: QueryClient, user: User, seenRole: number): Promise<number> {
  try {
    const body = { replaces: seenRole === roles.admin ? roles.admin : roles.staff }
    const { newRole } = await call('PUT /users/toggle-role/:id', { params: { id: user.id }, body })
    keepUser(queryClient, { ...user, role_id: newRole })
    return newRole
  } catch (error) {
    // A refusal means that the cache is outdated.
    void queryClient.invalidateQueries({ queryKey: key })
    throw error
  }
}

export function useDeleteUser(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: User) => call('DELETE /users/:id', { params: { id } }),
    onSuccess: (_, { id, name }) => {
      dropRow(queryClient, key, id)
      onDeleted(id)
      offerUndo(messages.users.deleted, () => restore(queryClient, id), {
        about: name,
        topic: removalTopic(messages.users.restored, id),
      })
    },
    onError: (error) => alertFailure(error, messages.users.deleteFailed),
  })
}

/** Takes the account at the provider from a user. */
export function useUnlinkAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: User) => call('DELETE /auth/sso/link/:id', { params: { id } }),
    onSuccess: (_, user) => {
      keepUser(queryClient, { ...user, linked_account: null })
      toast(messages.sso.unlinked, { about: user.name })
    },
    onError: (error) => alertFailure(error, messages.sso.unlinkFailed),
  })
}

async function restore(queryClient: QueryClient, id: number) {
  const { user } = await call('PUT /users/restore/:id', { params: { id } })
  keepUser(queryClient, user)
  toast(messages.users.restored)
}
