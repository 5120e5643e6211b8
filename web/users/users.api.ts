import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import type { MessageReply } from '../../contract/replies.ts'
import type { EditUserInput, ToggledRoleReply, User } from '../../contract/users.ts'
import { alertFailure, offerUndo } from '../alerts.ts'
import { api } from '../api.ts'
import { dropRow, keepRow } from '../cached-list.ts'
import { readSession } from '../session.ts'
import { toast } from '../ui/toast.tsx'

const key = ['users']

export function useUsers() {
  return useQuery({
    queryKey: key,
    queryFn: async () => (await api<{ users: User[] }>('GET', '/users')).users,
    // Comparing ten thousand users field by field would hold the page up; only those in sight are drawn anyway.
    structuralSharing: false,
  })
}

/** Adds a user, or changes the one with that id. */
export function useSaveUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: EditUserInput & { id: number | undefined }) =>
      id === undefined
        ? api<{ user: User }>('POST', '/users', { body })
        : api<{ user: User }>('PUT', `/users/${id}${identityQuery()}`, { body }),
    onSuccess: ({ user }) => keepRow(queryClient, key, user),
  })
}

/** The specification sends who is signed in along in the address, too; the server gives it no authority. */
function identityQuery() {
  const self = readSession()
  return self ? `?id=${self.id}&role_id=${self.role_id}` : ''
}

/** One user as they stand now. */
export function useReadUser() {
  const queryClient = useQueryClient()
  return async ({ id }: User) => {
    const { user } = await api<{ user: User }>('GET', `/users/id/${id}`)
    keepRow(queryClient, key, user)
    return user
  }
}

/** Asked when it matters, so that a list of thousands is not counted for every row. */
export function useIsOnlyAdmin() {
  const queryClient = useQueryClient()
  return () => queryClient.getQueryData<User[]>(key)?.filter(({ role_id }) => role_id === roles.admin).length === 1
}

export function useToggleRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => replaceRole(queryClient, user, user.role_id),
    onSuccess: (newRole, user) => {
      // One click changes what somebody may do: one more takes it back.
      const changeBack = async () => {
        await replaceRole(queryClient, user, newRole)
        toast(messages.users.roleUpdated, { about: user.name })
      }
      offerUndo(messages.users.roleUpdated, changeBack, { about: user.name })
    },
    onError: (error) => alertFailure(error, messages.users.toggleFailed),
  })
}

/** The role that was seen goes along: what somebody else changed meanwhile is not toggled back by accident. */
async function replaceRole(queryClient: QueryClient, user: User, replaces: number): Promise<number> {
  try {
    const path = `/users/toggle-role/${user.id}`
    const { newRole } = await api<z.infer<typeof ToggledRoleReply>>('PUT', path, { body: { replaces } })
    keepRow(queryClient, key, { ...user, role_id: newRole })
    return newRole
  } catch (error) {
    // A refusal says that this page knows less than the server.
    void queryClient.invalidateQueries({ queryKey: key })
    throw error
  }
}

export function useDeleteUser(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: User) => api<MessageReply>('DELETE', `/users/${id}`),
    onSuccess: (_, { id, name }) => {
      dropRow(queryClient, key, id)
      onDeleted(id)
      offerUndo(messages.users.deleted, () => restore(queryClient, id), { about: name })
    },
    onError: (error) => alertFailure(error, messages.users.deleteFailed),
  })
}

async function restore(queryClient: QueryClient, id: number) {
  const { user } = await api<{ user: User }>('PUT', `/users/restore/${id}`)
  keepRow(queryClient, key, user)
  toast(messages.users.restored)
}
