import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { roles } from '../../../contract/codes.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { withTranslatedNames } from '../../../contract/localized.ts'
import { nameSortKey } from '../../../contract/sorting.ts'
import type { EditUserInput, User } from '../../../contract/users.ts'
import { alertFailure, offerUndo, removalTopic } from '../../http/alerts.ts'
import { call } from '../../http/api.ts'
import { asStored } from '../../http/replayed.ts'
import { cacheRow, dropRow } from '../../lists/cached-list.ts'
import { personName, useShownOrder } from '../../lists/shown-order.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshRights } from '../given-rights/given-rights.api.ts'

const key = ['users']

export function useUsers() {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const { users, ...names } = await call('GET /users')
      return withTranslatedNames(users, names)
    },
    // Comparing ten thousand users field by field would block the page, and only the visible rows render anyway.
    structuralSharing: false,
    select: useShownOrder<User>(personName),
  })
}

function cacheUser(queryClient: QueryClient, user: User) {
  cacheRow(queryClient, key, user, nameSortKey)
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
    onSuccess: ({ user, waits }) => {
      cacheUser(queryClient, user)
      // An administrator comes with rights, or waits for them.
      if (waits || user.role_id === roles.admin) refreshRights(queryClient)
    },
  })
}

/** The current version of one user. */
export function useReadUser() {
  const queryClient = useQueryClient()
  return async (before: User) => {
    const user = await readUser(before)
    cacheUser(queryClient, user)
    return user
  }
}

async function readUser({ id }: User): Promise<User> {
  return (await call('GET /users/id/:id', { params: { id } })).user
}

/** Whether there is only one administrator. It is a function, so that a list of thousands is not counted for every row. */
export function useIsOnlyAdmin() {
  const queryClient = useQueryClient()
  return () => queryClient.getQueryData<User[]>(key)?.filter(({ role_id }) => role_id === roles.admin).length === 1
}

export function useToggleRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => replaceRole(queryClient, user, user.role_id),
    onSuccess: ({ newRole, waits }, user) => {
      refreshRights(queryClient)
      if (waits) return toast(messages.users.adminWaits, { about: user.name })
      const changeBack = async () => {
        await replaceRole(queryClient, user, newRole)
        toast(messages.users.roleUpdated, { about: user.name })
      }
      offerUndo(messages.users.roleUpdated, changeBack, { about: user.name })
    },
    onError: (error) => alertFailure(error, messages.users.toggleFailed),
  })
}

/** Replaces a role. Sends the role that was shown, so that another administrator's change is not toggled back by accident. */
async function replaceRole(queryClient: QueryClient, user: User, seenRole: number) {
  try {
    const body = { replaces: seenRole === roles.admin ? roles.admin : roles.staff }
    const reply = await call('PUT /users/toggle-role/:id', { params: { id: user.id }, body })
    cacheUser(queryClient, { ...user, role_id: reply.newRole })
    return reply
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

/** Removes the link between a user and their account at the provider. */
export function useUnlinkAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: User) => call('DELETE /auth/sso/link/:id', { params: { id } }),
    onSuccess: (_, user) => {
      cacheUser(queryClient, { ...user, linked_account: null })
      toast(messages.sso.unlinked, { about: user.name })
    },
    onError: (error) => alertFailure(error, messages.sso.unlinkFailed),
  })
}

/** Removes the second factors of a member. The caller asks for a confirmation where the server refused for the lack of one. */
export function useRemoveFactors(isAskedFor: (failure: unknown) => boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: User) => call('DELETE /auth/second-factor/:id', { params: { id } }),
    onSuccess: (_, user) => {
      cacheUser(queryClient, { ...user, has_second_factor: false })
      toast(messages.signInSecurity.factorsRemoved, { about: user.name })
    },
    onError: (error) => {
      if (!isAskedFor(error)) alertFailure(error, messages.signInSecurity.failed)
    },
  })
}

async function restore(queryClient: QueryClient, id: number) {
  const { user } = await call('PUT /users/restore/:id', { params: { id } })
  cacheUser(queryClient, user)
  toast(messages.users.restored)
}
