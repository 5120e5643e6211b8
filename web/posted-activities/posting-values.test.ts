import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import {
  type ActivityNames,
  activityNamed,
  emptyValues,
  type PostingValues,
  postingSchema,
  toFormData,
} from './posting-values.ts'

const say = speaker('en', en)
const named = (name: string, ckb?: string, ar?: string): ActivityNames => ({ name, names: { ckb, ar } })
const activities = [named('Curriculum workshop')]
const filled = { activity_name: 'curriculum WORKSHOP ', starting_date: '2026-11-12', link: '', note: '' }

const schemaOf = (offered: typeof activities | undefined, terms: Term[] = []) =>
  postingSchema(say, { activities: offered, terms, contact: 'room 112' })

async function problemsOf(values: PostingValues, offered: typeof activities | undefined, terms: Term[] = []) {
  const { errors } = await checkedBy<PostingValues, unknown>(schemaOf(offered, terms))(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, errorText(say, error)]))
}

test('everything missing or invalid is reported at once, each at its field', async () => {
  expect(await problemsOf({ ...emptyValues, link: 'not a url' }, activities)).toEqual({
    activity_name: 'Choose one of the activities.',
    starting_date: 'Enter the starting date.',
    link: 'The link must start with http:// or https://.',
  })
  expect(await problemsOf(filled, activities)).toEqual({})
})

test('a host without a scheme gets https:// in front; anything else without one is invalid', () => {
  const linkOf = (link: string) => schemaOf(activities).safeParse({ ...filled, link }).data?.link
  expect(linkOf(' www.events.example/1 ')).toBe('https://www.events.example/1')
  expect(linkOf('WWW.events.example')).toBe('https://www.events.example/')
  expect(linkOf('http://www.events.example')).toBe('http://www.events.example/')
  expect(linkOf(' events.example/seminar?id=1 ')).toBe('https://events.example/seminar?id=1')
  expect(linkOf('events.example:8443')).toBe('https://events.example:8443/')
  expect(linkOf('events.example/certificate.pdf')).toBe('https://events.example/certificate.pdf')
  for (const wrong of [
    'certificate.pdf',
    'the seminar',
    'javascript:alert(1)',
    'ftp://events.example',
    'lana@events.example',
    'seminar',
  ])
    expect(linkOf(wrong)).toBeUndefined()
})

test('a name that is not offered is invalid, unless the catalogue could not be loaded', async () => {
  const other = { ...filled, activity_name: 'Curriculum' }
  expect(await problemsOf(other, activities)).toEqual({ activity_name: 'Choose one of the activities.' })
  expect(await problemsOf(other, undefined)).toEqual({})
})

test('a typed name chooses the activity that a search for it would find, if only one is meant', () => {
  const chosen = (name: string, ...names: string[]) =>
    activityNamed(
      names.map((each) => named(each)),
      name,
    )?.name
  expect(chosen('resume ', 'Résumé')).toBe('Résumé')
  expect(chosen('كورسي ٢', 'کۆرسی 1', 'کۆرسی 2')).toBe('کۆرسی 2')
  expect(chosen('RESUME', 'Résumé', 'Resume')).toBe('Resume')
  expect(chosen('ręsume', 'Résumé', 'Resume')).toBeUndefined()
})

test('a typed name chooses the activity in any language, and one that two activities have chooses neither', () => {
  const symposium = named('Symposium', 'سیمپۆزیۆم', 'ندوة')
  const lecture = named('Public lecture', 'وتاری گشتی', 'محاضرة عامة')
  const offered = [symposium, lecture]
  for (const text of ['symposium', 'سیمپۆزیۆم ', 'سيمپوزيوم', 'ندوه']) expect(activityNamed(offered, text)).toBe(symposium)
  expect(activityNamed(offered, 'وتاری')).toBeUndefined()
  expect(activityNamed([...offered, named('Seminar', 'ندوة')], 'ندوة')).toBeUndefined()
})

test('an English name chooses its activity, even if it is the translation of another one', () => {
  const [lecture, talk] = [named('Lecture', 'Talk'), named('Talk', 'وتار')]
  expect(activityNamed([lecture, talk], 'talk')).toBe(talk)
})

test('the activity of an edited posting is the same one as in the catalogue', () => {
  const [posted, offered] = [named('Résumé', 'سیڤی'), named('Résumé', 'سی ڤی')]
  expect(activityNamed([posted, offered], 'resume')).toBe(posted)
  expect(activityNamed([posted, offered], 'سی ڤی')).toBe(offered)
})

test('a day in a closed term is refused at its field with the one sentence that the form shows for it', async () => {
  const closed = { name: 'Autumn 2026', start_date: '2026-09-01', end_date: '2027-01-31', status: 'closed' } as Term
  const open = { ...closed, name: 'Spring 2027', start_date: '2027-02-01', end_date: '2027-08-31', status: 'open' } as Term
  expect(await problemsOf(filled, activities, [closed, open])).toEqual({
    starting_date: 'Autumn 2026 is closed. Something missing? Tell: room 112',
  })
  expect(await problemsOf({ ...filled, starting_date: '2026-08-31' }, activities, [closed])).toEqual({})
  expect(await problemsOf({ ...filled, starting_date: '' }, activities, [closed])).toEqual({
    starting_date: 'Enter the starting date.',
  })
})

test('the form carries the fields of the specification, and removes an image or a file only on request', () => {
  const edited = { image_id: 'some', files: [{ id: 'a' }, { id: 'b' }], version: 3 } as PostedActivity
  const names = (form: FormData) => [...form.keys()]
  const fields = ['activity_name', 'starting_date', 'link', 'user_id']
  const none = { files: [], removed: [] }
  const [image, pdf] = [new File(['x'], 'a.jpg'), new File(['y'], 'b.pdf')]
  expect(names(toFormData(filled, none, 7, undefined))).toEqual(fields)
  expect(names(toFormData(filled, { ...none, image }, 7, undefined))).toEqual([...fields, 'image'])
  expect(names(toFormData(filled, { ...none, image, files: [pdf, pdf] }, 7, undefined))).toEqual([
    ...fields,
    'image',
    'files',
    'files',
  ])
  expect(names(toFormData(filled, none, 7, edited))).toEqual([...fields, 'version'])
  const removing = (removed: string[]) => toFormData(filled, { ...none, removed }, 7, edited)
  expect(removing(['some']).get('remove_image')).toBe('true')
  expect(removing(['some']).has('remove_files')).toBe(false)
  expect(removing(['b', 'gone meanwhile', 'a']).get('remove_files')).toBe('a,b')
  // A new image takes the place of the old one.
  expect(toFormData(filled, { ...none, image, removed: ['some'] }, 7, edited).has('remove_image')).toBe(false)
})
