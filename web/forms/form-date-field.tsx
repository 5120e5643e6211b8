import type { ComponentProps } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { DateField } from '../ui/date-field.tsx'

type Props<Values extends FieldValues, Input> = Omit<
  ComponentProps<typeof DateField>,
  'value' | 'onChange' | 'onBlur' | 'inputRef'
> & {
  control: Control<Values, unknown, Input>
  name: FieldPath<Values>
}

/** A date field of a form. */
export function FormDateField<Values extends FieldValues, Input>({ control, name, ...rest }: Props<Values, Input>) {
  const { field } = useController({ control, name })
  return <DateField {...rest} value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} inputRef={field.ref} />
}
