import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'
import { decode, type Say } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'

/**
 * Validates a form with the contract's own schema. It does not use @hookform/resolvers: for a union it reports the message of the first
 * member instead of the contract's.
 */
export function checkedBy<Values extends FieldValues, Input>(schema: z.ZodType<Input>): Resolver<Values, unknown, Input> {
  return (values) => {
    const { success, data, error } = schema.safeParse(values)
    if (success) return { values: data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, code, message } of error.issues) {
      const [field = '', ...inside] = path.map(String)
      // Translations are fields of their own: `names.ckb`.
      const name = typeof values[field] === 'object' ? [field, ...inside].join('.') : field
      if (!get(errors, name)) set(errors, name, { type: code, message })
    }
    return { values: {}, errors }
  }
}

/** The words of a field's error. A form carries its message as text (see `encode`). */
export function errorText(say: Say, error: { message?: string | undefined } | undefined): string | undefined {
  return error?.message ? say(decode(error.message)) : undefined
}

/** The options for `register` that read a typed number; other text stays as it is, for the schema to refuse and the draft to keep. */
export function asNumber(decimals: 0 | 1 | 2) {
  return {
    setValueAs: (typed: string | number) => {
      const value = readNumber(String(typed), decimals)
      return Number.isNaN(value) ? typed : value
    },
  }
}
