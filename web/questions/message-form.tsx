import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { type Question, QuestionMessageInput } from '../../contract/questions.ts'
import { refusalOf } from '../api.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextareaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWriteToQuestion } from './questions.api.ts'

const blank = { text: '' }
const draftForm = 'question-message'

/** A further message of either side. */
export function MessageForm({ question, onClose }: { question: Question; onClose: () => void }) {
  const say = useSay()
  const words = messages.questions
  const form = useForm({ defaultValues: blank, resolver: checkedBy(QuestionMessageInput) })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: draftForm, row: question, values: blank })
  const { mutateAsync: write } = useWriteToQuestion()
  const [failure, setFailure] = useState<Message>()

  const frame = useRef<HTMLFormElement>(null)
  // Focus alone shows the first line of the field; its button may be behind the bar at the lower edge of a phone.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const save = form.handleSubmit(async ({ text }) => {
    setFailure(undefined)
    try {
      await write({ id: question.id, text })
      forgetDraft(draftOf(draftForm, question.id))
      toast(words.written)
      onClose()
    } catch (error) {
      setFailure(refusalOf(error) ?? words.saveFailed)
    }
  })

  return (
    <form ref={frame} onSubmit={(event) => void save(event)} noValidate className="mt-3 space-y-3">
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      <TextareaField
        autoFocus
        label={say(words.writeTo)}
        required
        dir="auto"
        error={errorText(say, errors.text)}
        {...form.register('text')}
      />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(words.writeSend)}
        </Button>
      </div>
    </form>
  )
}
