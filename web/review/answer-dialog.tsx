import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode, type Message, messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import { questionLine } from '../../contract/question-line.ts'
import { AcceptInput, type Question } from '../../contract/questions.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts/drafts.ts'
import { useAnswerQuestion } from '../entities/questions/questions.api.ts'
import { asNumber, checkedBy, errorText } from '../forms/form-schema.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NumberField, TextareaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const Declining = AcceptInput.pick({ answer: true })
const Accepting = AcceptInput.pick({ answer: true, value: true })
const ScoreRequired = Accepting.required({ value: true })

const draftForm = 'question-answer'

type Props = { question: Question; kind: 'accept' | 'decline'; onClose: () => void }

/** The dialog for the reason, and for the new score where one is questioned. The draft stays until it is sent. */
export function AnswerDialog({ question, kind, onClose }: Props) {
  const say = useSay()
  const words = messages.questions
  // The question is a snapshot: a change behind the dialog does not change the answer.
  const [seen] = useState(question)
  const line = questionLine(useLanguage(), seen)
  const needsValue = kind === 'accept' && (seen.subject === 'tp' || seen.subject === 'fb')
  const blank: { answer: string; value: number | string } = { answer: '', value: seen.current_value ?? '' }
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(needsValue ? ScoreRequired : Declining),
  })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: draftForm, row: seen, values: blank })
  const { mutateAsync: answerQuestion } = useAnswerQuestion()
  const [failure, setFailure] = useState<Message>()
  /** The score that would stay as it is, after it was asked about. */
  const [asked, setAsked] = useState<number>()

  const save = form.handleSubmit(async ({ answer, value }: { answer: string; value?: number | undefined }) => {
    setFailure(undefined)
    if (needsValue && value === seen.current_value && value !== asked) {
      setAsked(value)
      return
    }
    const input: AcceptInput = {
      version: seen.version,
      answer,
      ...(needsValue ? { value, previous: seen.current_value ?? 0 } : {}),
      ...(seen.posting ? { posting_version: seen.posting.version } : {}),
    }
    try {
      await answerQuestion({ id: seen.id, kind, input })
      forgetDraft(draftOf(draftForm, seen.id))
      toast(kind === 'accept' ? words.accepted : words.declined)
      onClose()
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors.filter(({ field }) => field === 'answer' || field === 'value') : []
      for (const { field, message } of wrong) form.setError(field as 'answer' | 'value', { message: encode(message) })
      if (wrong.length === 0) setFailure(refusalOf(error) ?? words.saveFailed)
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={say((kind === 'accept' ? words.acceptTitle : words.declineTitle)({ line }))}
      description={say(kind === 'accept' ? acceptConsequence(seen) : words.declineConsequence)}
    >
      <form onSubmit={(event) => void save(event)} noValidate className="space-y-4">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        <blockquote dir="auto" className="border-s-2 border-line ps-3 text-sm text-as-around whitespace-pre-line wrap-anywhere">
          {seen.text}
        </blockquote>
        {asked !== undefined && form.watch('value') === asked && (
          <p role="alert" className="text-sm font-medium">
            {say(messages.answers.scoreStays({ points: formatPoints(asked) }))}
          </p>
        )}
        {needsValue && (
          <NumberField
            label={say(words.newValue)}
            required
            error={errorText(say, errors.value)}
            {...form.register('value', asNumber(1))}
          />
        )}
        <TextareaField
          label={say(messages.fields.reason)}
          required
          dir="auto"
          error={errorText(say, errors.answer)}
          {...form.register('answer')}
        />
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say(kind === 'accept' ? words.accept : words.decline)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function acceptConsequence({ subject, posting }: Question): Message {
  const words = messages.questions
  if (subject === 'missing') return words.acceptMissing
  if (subject !== 'posting') return words.acceptScore
  if (!posting) return words.acceptDeleted
  return posting.state === 'verified' ? words.acceptOpens : words.acceptVerifies
}
