import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { activityNamed, emptyValues, type PostingValues, postingSchema, toFormData } from './posting-values.ts'

const say = speaker('en', en)
const activities = [{ name: 'Curriculum workshop' }]
const filled = { activity_name: 'curriculum WORKSHOP ', starting_date: '2026-11-12', link: '' }

async function problemsOf(values: PostingValues, offered: typeof activities | undefined, terms: Term[] = []) {
  const { errors } = await checkedBy<PostingValues, unknown>(postingSchema(offered, terms))(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, errorText(say, error)]))
}

test('everything missing or invalid is reported at once, each at its field', async () => {
  expect(await problemsOf({ ...emptyValues, link: 'not a url' }, activities)).toEqual({
    activity_name: 'Choose one of the activities.',
    starting_date: 'Enter the starting date.',
    link: 'The link must be a web address that starts with http:// or https://.',
  })
  expect(await problemsOf(filled, activities)).toEqual({})
})

test('a link that begins with www. gets https:// in front; anything else without a scheme is invalid', () => {
  const linkOf = (link: string) => postingSchema(activities, []).safeParse({ ...filled, link }).data?.link
  expect(linkOf(' www.events.example/1 ')).toBe('https://www.events.example/1')
  expect(linkOf('WWW.events.example')).toBe('https://www.events.example/')
  expect(linkOf('http://www.events.example')).toBe('http://www.events.example/')
  expect(linkOf('events.example')).toBeUndefined()
})

test('a name that is not offered is invalid, unless the catalogue could not be loaded', async () => {
  const other = { ...filled, activity_name: 'Curriculum' }
  expect(await problemsOf(other, activities)).toEqual({ activity_name: 'Choose one of the activities.' })
  expect(await problemsOf(other, undefined)).toEqual({})
})

test('a typed name chooses the activity that a search for it would find, if only one is meant', () => {
  const chosen = (name: string, ...names: string[]) =>
    activityNamed(
      names.map((each) => ({ name: each })),
      name,
    )?.name
  expect(chosen('resume ', 'Résumé')).toBe('Résumé')
  expect(chosen('كورسي ٢', 'کۆرسی 1', 'کۆرسی 2')).toBe('کۆرسی 2')
  expect(chosen('RESUME', 'Résumé', 'Resume')).toBe('Resume')
  expect(chosen('ręsume', 'Résumé', 'Resume')).toBeUndefined()
})

test('a day in a closed term is refused at its field with the sentence of the server', async () => {
  const closed = { name: 'Autumn 2026', start_date: '2026-09-01', end_date: '2027-01-31', status: 'closed' } as Term
  expect(await problemsOf(filled, activities, [closed])).toEqual({ starting_date: 'This term is closed.' })
  expect(await problemsOf({ ...filled, starting_date: '2026-08-31' }, activities, [closed])).toEqual({})
  expect(await problemsOf({ ...filled, starting_date: '' }, activities, [closed])).toEqual({
    starting_date: 'Enter the starting date.',
  })
})

test('the form carries the fields of the specification, and removes an image only on request', () => {
  const edited = { image_id: 'some', version: 3 } as PostedActivity
  const names = (form: FormData) => [...form.keys()]
  const fields = ['activity_name', 'starting_date', 'link', 'user_id']
  expect(names(toFormData(filled, undefined, 7, undefined))).toEqual(fields)
  expect(names(toFormData(filled, new File(['x'], 'a.jpg'), 7, undefined))).toEqual([...fields, 'image'])
  expect(names(toFormData(filled, 'stored', 7, edited))).toEqual([...fields, 'version'])
  expect(toFormData(filled, undefined, 7, edited).get('remove_image')).toBe('true')
})
