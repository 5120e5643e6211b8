import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { mostUnansweredMessages } from '../../../contract/limits.ts'
import { type Question, QuestionMessageInput } from '../../../contract/questions.ts'
import { draftOf, forgetDraft, useDraft } from '../../drafts/drafts.ts'
import { checkedBy, errorText } from '../../forms/form-schema.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { isOutOfReach, whyNotStored } from '../../outbox/outbox.ts'
import { readSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/field.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { toast } from '../../ui/toast.tsx'
import { questionMessageForm, storeQuestionMessage } from './question-message-outbox.ts'
import { useWriteToQuestion } from './questions.api.ts'

const blank = { text: '' }

type Props = {
  question: Question
  /** Why the server did not take the message when it was sent from the outbox. */
  refusal?: Message | undefined
  onClose: () => void
}

/** The form for a further message of either side. The member's goes into the outbox while there is no network. */
export function MessageForm({ question, refusal, onClose }: Props) {
  const say = useSay()
  const words = messages.questions
  const form = useForm({ defaultValues: blank, resolver: checkedBy(QuestionMessageInput) })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: questionMessageForm, row: question, values: blank })
  const { mutateAsync: write } = useWriteToQuestion()
  const [failure, setFailure] = useState(refusal)

  // The hint is shown before the user writes, not afterwards.
  const newest = question.messages.slice(-mostUnansweredMessages)
  const isMember = readSession()?.id === question.user_id
  const isFull = newest.length === mostUnansweredMessages && newest.every(({ is_member }) => is_member === isMember)
  const hint = isFull ? say(words.waitForAnswer({ most: String(mostUnansweredMessages) })) : undefined

  const isOnline = useIsOnline()
  const frame = useRef<HTMLFormElement>(null)
  // Focus alone shows the first line of the field; its button may be behind the bar at the lower edge of a phone.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const save = form.handleSubmit(async ({ text }) => {
    setFailure(undefined)
    if (isMember && isOutOfReach()) return putAside(text)
    try {
      await write({ id: question.id, text })
      forgetDraft(draftOf(questionMessageForm, question.id))
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
      await storeQuestionMessage(question, text)
    } catch (error) {
      return setFailure(whyNotStored(error))
    }
    forgetDraft(draftOf(questionMessageForm, question.id))
    toast(messages.outbox.stored)
    onClose()
  }

  return (
    <form ref={frame} onSubmit={(event) => void save(event)} noValidate className="mt-3 space-y-3">
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      <TextareaField
        autoFocus
        label={say(words.writeTo)}
        required
        dir="auto"
        hint={errors.text ? undefined : hint}
        error={errorText(say, errors.text)}
        {...form.register('text')}
      />
      {isMember && !isOnline && (
        <p className="text-sm text-quiet">
          <bdi>{say(messages.outbox.willWait)}</bdi>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(words.writeSend)}
        </Button>
      </div>
    </form>
  )
}
