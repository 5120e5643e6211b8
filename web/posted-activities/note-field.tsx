import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { messages } from '../../contract/languages/catalogue.ts'
import { errorText } from '../forms/form-schema.ts'
import { useSay } from '../language/language.ts'
import { TextareaField } from '../ui/field.tsx'
import type { PostingValues } from './posting-values.ts'

/** The note to the reviewers, one line until it is wanted: most postings have none. */
export function NoteField<Input>({ form }: { form: UseFormReturn<PostingValues, unknown, Input> }) {
  const say = useSay()
  const note = useWatch({ control: form.control, name: 'note' })
  const [isWanted, setIsWanted] = useState(false)
  // A note of a draft is shown, and its field stays when the text is deleted.
  if (note && !isWanted) setIsWanted(true)
  const label = say(messages.postedActivities.note)
  if (!isWanted)
    return (
      <button
        type="button"
        onClick={() => setIsWanted(true)}
        className="inline-flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-1.5 rounded-md text-sm font-medium text-brand underline-offset-2 hover:underline disabled:cursor-default disabled:text-quiet pointer-coarse:min-h-11"
      >
        <Plus aria-hidden="true" className="size-4" />
        {label}
      </button>
    )
  return (
    <TextareaField
      label={label}
      note={say(messages.fields.optional)}
      autoFocus={!note}
      rows={2}
      dir="auto"
      error={errorText(say, form.formState.errors.note)}
      {...form.register('note')}
    />
  )
}
