import { useQuery } from '@tanstack/react-query'
import { call } from '../http/api.ts'

export const mailChoicesKey = ['digest'] as const

type MailName = 'weekly' | 'notices' | 'messages'
export type MailChoices = { [Name in MailName]?: boolean | null }

/** Which e-mails the user gets; null for those that they cannot get. It is requested only when the menu is about to be opened. */
export function useMailChoices(isWanted: boolean): MailChoices | undefined {
  return useQuery({
    queryKey: mailChoicesKey,
    queryFn: () => call('GET /auth/digest'),
    enabled: isWanted,
    meta: { isFrame: true },
  }).data
}
