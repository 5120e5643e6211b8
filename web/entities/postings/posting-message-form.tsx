import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode, type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { PostingMessageInput } from '../../../contract/posting-history.ts'
import { draftOf, forgetDraft, useDraft } from '../../drafts/drafts.ts'
import { checkedBy, errorText } from '../../forms/form-schema.ts'
import { ApiError, call, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { isOutOfReach, whyNotStored } from '../../outbox/outbox.ts'
import { readSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/field.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { toast } from '../../ui/toast.tsx'
import { postingMessageForm, storePostingMessage } from './posting-message-outbox.ts'

const blank = { text: '' }

/** Refetches all data, also after a failure: a refusal means that the cache is outdated. */
function useWriteAboutPosting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: number; text: string }) =>
      call('POST /posted-activities/:id/messages', { params: { id }, body: { text } }),
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

type Props = {
  posting: PostedActivity
  /** Why the server did not take the message when it was sent from the outbox. */
  refusal?: Message | undefined
  onClose: () => void
}

/** The form for a message of either side about a posting. The owner's goes into the outbox while there is no network. */
export function PostingMessageForm({ posting, refusal, onClose }: Props) {
  const say = useSay()
  const words = messages.questions
  const form = useForm({ defaultValues: blank, resolver: checkedBy(PostingMessageInput) })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: postingMessageForm, row: posting, values: blank })
  const { mutateAsync: write } = useWriteAboutPosting()
  const [failure, setFailure] = useState(refusal)
  const isOwn = readSession()?.id === posting.user_id
  const isOnline = useIsOnline()
  const frame = useRef<HTMLFormElement>(null)
  // Focus alone shows the first line of the field; its button may be behind the bar at the lower edge of a phone.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const save = form.handleSubmit(async ({ text }) => {
    setFailure(undefined)
    if (isOwn && isOutOfReach()) return putAside(text)
    try {
      await write({ id: posting.id, text })
      forgetDraft(draftOf(postingMessageForm, posting.id))
      toast(words.written)
      onClose()
    } catch (error) {
      const atField = error instanceof ApiError ? error.errors.find(({ field }) => field === 'text') : undefined
      if (atField) form.setError('text', { message: encode(atField.message) }, { shouldFocus: true })
      else setFailure(refusalOf(error) ?? words.saveFailed)
    }
  })

  async function putAside(text: string) {
    try {
      await storePostingMessage(posting, text)
    } catch (error) {
      return setFailure(whyNotStored(error))
    }
    forgetDraft(draftOf(postingMessageForm, posting.id))
    toast(messages.outbox.stored)
    onClose()
  }

  return (
    <form ref={frame} onSubmit={(event) => void save(event)} noValidate className="space-y-3 pt-1 pb-2">
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      <TextareaField
        autoFocus
        label={say(words.writeTo)}
        required
        dir="auto"
        error={errorText(say, errors.text)}
        {...form.register('text')}
      />
      {isOwn && !isOnline && (
        <p className="text-sm text-quiet">
          <bdi>{say(messages.outbox.willWait)}</bdi>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose} className="pointer-coarse:min-h-11">
          {say(messages.actions.cancel)}
        </Button>
        <Button type="submit" look="primary" busy={isSubmitting} className="pointer-coarse:min-h-11">
          {say(words.writeSend)}
        </Button>
      </div>
    </form>
  )
}
