import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { acceptingFormerFields, fromFormerFields } from './former-translations.ts'

describe('fields of the release before', () => {
  test('move to the translations, and never over what stands there', () => {
    const former = { name: 'Law', name_ckb: 'یاسا', name_ar: null, names: { ar: 'القانون' }, university_name_ar: 'آردن' }
    expect(fromFormerFields(former)).toEqual({
      name: 'Law',
      names: { ckb: 'یاسا', ar: 'القانون' },
      university_names: { ar: 'آردن' },
    })
  })

  test('other fields stay as they are', () => {
    const others = { name: 'Law', names: { ckb: 'یاسا' }, ar: 'x', _ar: 'y', bands: { p: [0] } }
    expect(fromFormerFields(others)).toEqual(others)
  })

  test('a body without an object is left to its schema', () => {
    const schema = acceptingFormerFields(z.object({ names: z.object({ ckb: z.string().nullish() }).optional() }))
    for (const body of [null, 'text', [1]]) expect(schema.safeParse(body).success).toBe(false)
    expect(schema.parse({ name_ckb: 'یاسا' })).toEqual({ names: { ckb: 'یاسا' } })
    expect(schema.parse({ name_ckb: '' })).toEqual({})
  })
})
