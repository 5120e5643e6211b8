import type { KeyboardEventHandler } from 'react'
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { directionOf, translatedLanguages } from '../../contract/languages/languages.ts'
import { translatedLabel } from '../../contract/localized.ts'
import { useSay } from '../language/language.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextareaField, TextField } from '../ui/field.tsx'
import { errorText } from './form-schema.ts'

type Props<Values extends FieldValues, Input> = {
  form: UseFormReturn<Values, unknown, Input>
  /** The fields of the form with translations (`names`), and the labels of the translated texts. */
  texts: readonly { field: Path<Values>; label: Message; isLong?: boolean }[]
  onKeyDown?: KeyboardEventHandler
  onChange?: () => void
}

/** A field for each text in each language but English, closed until one of them is filled or has an error. */
export function TranslatedFields<Values extends FieldValues, Input>({ form, texts, onKeyDown, onChange }: Props<Values, Input>) {
  const say = useSay()
  const { errors } = form.formState
  const fields = texts.flatMap((text) =>
    translatedLanguages.map((language) => ({ ...text, language, name: `${text.field}.${language}` as Path<Values> })),
  )
  const values: readonly unknown[] = useWatch({ control: form.control, name: fields.map(({ name }) => name) })
  const errorOf = (name: string): FieldError | undefined => get(errors, name)

  return (
    <Disclosure
      label={say(messages.fields.otherLanguages)}
      isFilled={values.some(Boolean)}
      error={fields.map(({ name }) => errorOf(name)).find(Boolean)}
    >
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {fields.map(({ name, label, language, isLong }) => {
          const Field = isLong ? TextareaField : TextField
          return (
            <Field
              key={name}
              label={say(translatedLabel(label, language))}
              lang={language}
              dir={directionOf(language)}
              autoComplete="off"
              error={errorText(say, errorOf(name))}
              onKeyDown={onKeyDown}
              {...form.register(name, onChange ? { onChange } : {})}
            />
          )
        })}
      </div>
    </Disclosure>
  )
}
