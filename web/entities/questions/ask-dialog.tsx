import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDay } from '../../../contract/dates.ts'
import { encode, type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { questionLine } from '../../../contract/question-line.ts'
import { type QuestionSubject, QuestionText } from '../../../contract/questions.ts'
import type { Term } from '../../../contract/terms.ts'
import { forgetDraft, useDraft } from '../../drafts/drafts.ts'
import { checkedBy, errorText } from '../../forms/form-schema.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { isOutOfReach, whyNotStored } from '../../outbox/outbox.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextareaField, TextField } from '../../ui/field.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { toast } from '../../ui/toast.tsx'
import { EvidenceField } from '../evidence/evidence-field.tsx'
import { useOwnDay } from '../terms/own-days.ts'
import { termName } from '../terms/term-name.ts'
import { useChosenPhoto } from './chosen-photo.ts'
import { storeQuestion } from './question-outbox.ts'
import { useAskQuestion } from './questions.api.ts'

type Values = { text: string; link: string }
const blank: Values = { text: '', link: '' }

type Props = {
  subject: QuestionSubject
  posting: PostedActivity | undefined
  term: Term | undefined
  /** Why the server did not take the question when it was sent from the outbox. */
  refusal?: Message | undefined
  onClose: () => void
}

/** The dialog for a question: a text and evidence. The typed text stays as a draft of this line until it is sent. */
export function AskDialog({ subject, posting, term, refusal, onClose }: Props) {
  const say = useSay()
  const words = messages.questions
  const line = questionLine(useLanguage(), { ...posting, subject })
  const isMissing = subject === 'missing'
  const draft = `question-${subject}-${posting?.id ?? term?.id}`
  const form = useForm({ defaultValues: blank, resolver: checkedBy(QuestionText) })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: draft, values: blank })
  const photo = useChosenPhoto(draft)
  const { mutateAsync: ask } = useAskQuestion()
  const ownDay = useOwnDay()
  const lastDay = term && ownDay(term, 'questions')
  const [failure, setFailure] = useState(refusal)
  const isOnline = useIsOnline()

  const save = form.handleSubmit(async ({ text, link }) => {
    const chosen = await photo.settled()
    if (chosen?.refusal) return
    setFailure(undefined)
    const body = new FormData()
    body.set('subject', subject)
    if (posting) body.set('posting_id', String(posting.id))
    else if (term) body.set('term_id', String(term.id))
    body.set('text', text)
    if (link) body.set('link', link)
    if (chosen) body.set('image', chosen.file)
    if (isOutOfReach()) return putAside(body)
    try {
      await ask(body)
      forgetDraft(draft)
      toast(words.asked)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

  /** Without a network the question goes into the outbox. */
  async function putAside(body: FormData) {
    try {
      await storeQuestion(body, { draft, values: form.getValues(), subject, posting, termId: term?.id })
    } catch (error) {
      return setFailure(whyNotStored(error))
    }
    forgetDraft(draft)
    toast(messages.outbox.stored)
    onClose()
  }

  function explain(error: unknown) {
    // An expired session is reported elsewhere, and the draft stays.
    if (error instanceof ApiError && error.status === 401) return
    const wrong = error instanceof ApiError ? error.errors : []
    const image = wrong.find(({ field }) => field === 'image')?.message
    photo.refuse(image)
    const fields = wrong.filter(({ field }) => field in blank)
    for (const { field, message } of fields) form.setError(field as keyof Values, { message: encode(message) })
    if (!image && fields.length === 0) setFailure(refusalOf(error) ?? words.askFailed)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={say(isMissing ? words.askMissingTitle : words.askTitle({ line }))}
      description={say(isMissing ? words.askMissingHint : words.askHint)}
    >
      <form onSubmit={(event) => void save(event)} noValidate className="space-y-4">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        <TextareaField
          label={say(isMissing ? words.textMissingLabel : words.textLabel)}
          required
          rows={4}
          dir="auto"
          error={errorText(say, errors.text)}
          {...form.register('text')}
        />
        <TextField
          label={say(messages.fields.link)}
          note={say(messages.fields.optional)}
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          placeholder="https://"
          error={errorText(say, errors.link)}
          {...form.register('link')}
        />
        <EvidenceField
          takes="photo"
          chosen={photo.chosen}
          onAdd={([file]) => file && photo.choose(file)}
          onRemove={() => photo.choose(undefined)}
          busy={isSubmitting}
        />
        {term && lastDay && (
          <p className="text-sm text-quiet">
            <bdi>{say(words.until({ term: termName(term), day: formatDay(say, lastDay) }))}</bdi>
          </p>
        )}
        {!isOnline && (
          <p className="text-sm text-quiet">
            <bdi>{say(messages.outbox.willWait)}</bdi>
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say(words.send)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
