import type { ComponentProps } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { SelectField } from '../ui/field.tsx'

type Props<Values extends FieldValues, Input> = Omit<
  ComponentProps<typeof SelectField>,
  'value' | 'onChange' | 'onBlur' | 'ref'
> & {
  control: Control<Values, unknown, Input>
  name: FieldPath<Values>
}

/** A select of a form whose options are loaded: it shows what was chosen as soon as its option is there. */
export function FormSelectField<Values extends FieldValues, Input>({ control, name, ...rest }: Props<Values, Input>) {
  const { field } = useController({ control, name })
  return <SelectField {...rest} {...field} value={field.value ?? ''} />
}
