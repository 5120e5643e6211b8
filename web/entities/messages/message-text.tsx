import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { longestMessage, longestMessageSubject } from '../../../contract/limits.ts'
import {
  type Addressed,
  type MessageInput,
  type MessagePreview,
  MessageTexts,
  type StoredTexts,
} from '../../../contract/messages.ts'
import { useDraft } from '../../drafts/drafts.ts'
import { checkedBy, errorText } from '../../forms/form-schema.ts'
import { TranslatedFields } from '../../forms/translated-fields.tsx'
import { type TranslationValues, translationValues } from '../../forms/translations.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextareaField, TextField } from '../../ui/field.tsx'
import { previewMessage } from './messages.api.ts'

const words = messages.messages

type Values = { subject: string; text: string; subjects: TranslationValues; texts: TranslationValues }
type Field = 'subject' | 'text' | `${'subjects' | 'texts'}.${'ckb' | 'ar'}`

export function textDraft({ kind, term_id }: Addressed): string {
  return `message-${kind}-${term_id ?? ''}`
}

type Props = {
  addressed: Addressed
  /** What a reminder may say. */
  proposal: StoredTexts | null
  onPreview: (input: MessageInput, preview: MessagePreview) => void
  onClose: () => void
}

/** The subject and the text, in each language. What was typed stays as a draft of this kind until it is sent. */
export function MessageText({ addressed, proposal, onPreview, onClose }: Props) {
  const say = useSay()
  const [values] = useState<Values>({
    subject: proposal?.subject ?? '',
    text: proposal?.text ?? '',
    subjects: translationValues(proposal?.subjects),
    texts: translationValues(proposal?.texts),
  })
  const form = useForm({ defaultValues: values, resolver: checkedBy(MessageTexts) })
  const { errors, isSubmitting } = form.formState
  useDraft(form, { form: textDraft(addressed), values })
  const [failure, setFailure] = useState<Message>()

  const submit = form.handleSubmit(async (typed) => {
    setFailure(undefined)
    const input = { ...addressed, ...typed, subject: typed.subject ?? '', text: typed.text ?? '' }
    try {
      const preview = await previewMessage(input)
      if (preview.readers.length > 0) return onPreview(input, preview)
      // Without any text, the server only says whom the message would reach.
      form.setError('text', { message: encode(words.textRequired) })
      form.setError('subject', { message: encode(words.subjectRequired) }, { shouldFocus: true })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors : []
      for (const [index, { field, message }] of wrong.entries())
        form.setError(field as Field, { message: encode(message) }, { shouldFocus: index === 0 })
      // A message may be a function, which React would call.
      if (wrong.length === 0) setFailure(() => refusalOf(error) ?? words.previewFailed)
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      <TextField
        label={say(words.subject)}
        dir="auto"
        autoComplete="off"
        maxLength={longestMessageSubject}
        error={errorText(say, errors.subject)}
        {...form.register('subject')}
      />
      <TextareaField
        label={say(words.text)}
        dir="auto"
        rows={5}
        maxLength={longestMessage}
        hint={say(words.textHint)}
        error={errorText(say, errors.text)}
        {...form.register('text')}
      />
      <TranslatedFields
        form={form}
        texts={[
          { field: 'subjects', label: words.subject },
          { field: 'texts', label: words.text, isLong: true },
        ]}
      />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(words.preview)}
        </Button>
      </div>
    </form>
  )
}
