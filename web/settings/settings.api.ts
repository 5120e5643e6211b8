import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browser as limits } from '../../contract/limits.ts'
import type { PortalSettings, PortalSettingsInput, PortalSettingsReply } from '../../contract/portal-settings.ts'
import { refreshBranding } from '../branding/branding.ts'
import { call } from '../http/api.ts'

const key = ['settings']

export function useSettings() {
  return useQuery({ queryKey: key, queryFn: () => call('GET /settings') })
}

/** The stored values as they are now, after an edit conflict. */
export function useReadSettings() {
  const queryClient = useQueryClient()
  return async (): Promise<PortalSettings> =>
    (await queryClient.fetchQuery({ queryKey: key, queryFn: () => call('GET /settings'), staleTime: 0 })).settings
}

/** Refetches all data and the branding: the page itself has the names and the logo. */
async function showEverywhere(queryClient: QueryClient) {
  await Promise.all([queryClient.invalidateQueries(), refreshBranding()])
}

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: PortalSettingsInput) => (await call('PUT /settings', { body })).settings,
    onSuccess: (settings) => {
      queryClient.setQueryData<PortalSettingsReply>(key, (reply) => reply && { ...reply, settings })
      void showEverywhere(queryClient)
    },
  })
}

export function useSaveLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('logo', file)
      return call('PUT /settings/logo', { body, signal: AbortSignal.timeout(limits.long) })
    },
    onSuccess: () => showEverywhere(queryClient),
  })
}

export function useRemoveLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /settings/logo'),
    onSuccess: () => showEverywhere(queryClient),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: (to: string) =>
      call('POST /settings/mail-test', { body: to ? { to } : {}, signal: AbortSignal.timeout(limits.long) }),
  })
}
