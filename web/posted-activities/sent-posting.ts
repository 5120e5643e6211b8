import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { idempotencyKeyHours } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { readPart, removePart, storePart, useAccountDrafts } from '../drafts/account-drafts.ts'
import { call } from '../http/api.ts'
import { fieldsOf } from '../http/idempotency-keys.ts'
import { randomKey } from '../http/random-key.ts'

/**
 * A posting that was sent, stored with its draft before it leaves: if the reply is lost, or the page is closed before it comes, any page of
 * the user can ask the server whether it arrived (docs/decisions/0027-lost-replies.md).
 */
export type SentPosting = {
  key: string
  /** The content of the form: the same content sent again is the same change. */
  content: string
  at: number
  /** True if the server says that the posting has not arrived. */
  isSettled?: boolean
  /** True if the member cancelled it: no failure is then reported. */
  isCancelled?: boolean
}

/** The drafts that this page is sending, and whose reply it gets. */
const inFlight = new Set<string>()

/** The time for which the server knows the key; afterwards it may have forgotten it. */
const longestKnownMs = (idempotencyKeyHours - 1) * 60 * 60 * 1000
/** The time between two attempts to reach the server, where the browser itself does not know that it is offline. */
const retryMs = 15_000

/** Stores the attempt; to be called before the posting is sent. `before` is the last attempt. */
export async function beginSending(
  draft: string,
  form: FormData,
): Promise<{ sent: SentPosting; before: SentPosting | undefined }> {
  const before = readPart<SentPosting>(draft, 'sent')
  const content = JSON.stringify(fieldsOf(form))
  const sent = { key: before?.content === content ? before.key : randomKey(), content, at: Date.now() }
  inFlight.add(draft)
  await storePart(draft, 'sent', sent)
  return { sent, before }
}

/** The last attempt to send the same content: its key is used again. */
export function attemptOf(draft: string, form: FormData): SentPosting | undefined {
  const before = readPart<SentPosting>(draft, 'sent')
  return before?.content === JSON.stringify(fieldsOf(form)) ? before : undefined
}

/** Ends the attempt. `remembered` is the attempt to store: without a reply this one, after a refusal the one before. */
export function endSending(draft: string, remembered: SentPosting | undefined) {
  inFlight.delete(draft)
  if (remembered) void storePart(draft, 'sent', remembered)
  else void removePart(draft, 'sent')
}

/** The attempt of a draft if it is not known whether it arrived. */
function unknownOf(draft: string, sent: SentPosting | undefined): SentPosting | undefined {
  return sent && !sent.isSettled && !inFlight.has(draft) ? sent : undefined
}

export function useIsUnknown(draft: string): boolean {
  const sent = useAccountDrafts().get(draft)?.sent?.content as SentPosting | undefined
  return unknownOf(draft, sent) !== undefined
}

export function useUnknownPostings(): { draft: string; sent: SentPosting }[] {
  return [...useAccountDrafts()].flatMap(([draft, parts]) => {
    const sent = unknownOf(draft, parts.sent?.content as SentPosting | undefined)
    return sent ? [{ draft, sent }] : []
  })
}

/** Whether the posting arrived. It only reads: nothing is sent again without the member. */
export async function hasArrived(
  userId: number,
  { key, content, at }: SentPosting,
  editedId: number | undefined,
): Promise<boolean> {
  if (Date.now() - at < longestKnownMs) return (await call('GET /sent-changes/:key', { params: { key } })).done
  const { postedActivities } = await call('GET /posted-activities', { query: { user_id: userId } })
  return postedActivities.some((posting) => isFrom(content, posting, editedId))
}

/** Whether the sent content has become this posting. */
export function isFrom(
  content: string,
  { id, activity_name, starting_date, version }: PostedActivity,
  editedId: number | undefined,
) {
  const fields = Object.fromEntries(JSON.parse(content) as [string, unknown][])
  const isSame = fields['activity_name'] === activity_name && fields['starting_date'] === starting_date
  return isSame && (editedId === undefined || (id === editedId && version > Number(fields['version'])))
}

/** Whether the posting is still the version that was sent: 1 for a new posting, for an edit the one after the version that was edited. */
export function isUnchanged(content: string, { version }: PostedActivity): boolean {
  const fields = Object.fromEntries(JSON.parse(content) as [string, unknown][])
  return version === Number(fields['version'] ?? 0) + 1
}

type Props = { userId: number; sent: SentPosting; editedId: number | undefined; onKnown: (hasArrived: boolean) => void }

/** Asks the server whether the posting arrived: at once, when the browser is back online, and until the server answers. */
export function LostReply({ userId, sent, editedId, onKnown }: Props) {
  const { data } = useQuery({
    queryKey: ['sent-posting', sent.key, sent.at],
    queryFn: () => hasArrived(userId, sent, editedId),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const report = useEffectEvent(onKnown)
  useEffect(() => {
    if (data !== undefined) report(data)
  }, [data])
  return null
}
