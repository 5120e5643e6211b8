import { z } from 'zod'

/** A translation as the release before this one called it: `name_ckb`. Records of the audit trail and notices of that time stay as they are. */
const formerField = /^(.+)_(ckb|ar)$/

/** The values with `name_ckb` moved to `ckb` in `names`, and so on. What stands in `names` already stays. */
export function fromFormerFields(values: object): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const translations = new Map<string, Map<string, unknown>>()
  for (const [field, value] of Object.entries(values)) {
    const [, text, language] = formerField.exec(field) ?? []
    if (text === undefined || language === undefined) fields.set(field, value)
    else translations.set(`${text}s`, (translations.get(`${text}s`) ?? new Map()).set(language, value))
  }
  for (const [field, former] of translations) fields.set(field, { ...Object.fromEntries(former), ...Object(fields.get(field)) })
  return Object.fromEntries(fields)
}

/**
 * A body in which translations may still be named as before: a page of the release before stays open while the server is replaced, and what
 * is typed in it is stored. Its empty fields are left out, because it could not show what is stored, and must not delete it.
 */
export function acceptingFormerFields<Schema extends z.ZodType>(schema: Schema): Schema {
  const isTyped = ([field, value]: [string, unknown]) => !formerField.test(field) || (value !== null && value !== '')
  const renamed = (body: unknown) =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? fromFormerFields(Object.fromEntries(Object.entries(body).filter(isTyped)))
      : body
  return z.preprocess(renamed, schema) as unknown as Schema
}
