import type { Activity } from '../../contract/activities.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { type PostedActivity, PostingInput } from '../../contract/posted-activities.ts'
import { foldForSearch } from '../../contract/searching.ts'
import type { Term } from '../../contract/terms.ts'
import { whereItCounts } from './counting-term.ts'

/** The form's values, as text; its picture is a new file, the stored one, or none. */
export type PostingValues = { activity_name: string; starting_date: string; link: string }
export type Picture = File | 'stored' | undefined

export const emptyValues: PostingValues = { activity_name: '', starting_date: '', link: '' }

export function valuesOf({ activity_name, starting_date, link }: PostedActivity): PostingValues {
  return { activity_name, starting_date, link: link ?? '' }
}

/** The fields as the specification names them. Without a new picture an edited posting keeps its own, unless it is removed. */
export function toFormData(
  values: Pick<PostingInput, 'activity_name' | 'starting_date' | 'link'>,
  picture: Picture,
  userId: number,
  edited: Pick<PostedActivity, 'image_id' | 'version'> | undefined,
): FormData {
  const form = new FormData()
  form.set('activity_name', values.activity_name ?? '')
  form.set('starting_date', values.starting_date)
  form.set('link', values.link ?? '')
  form.set('user_id', String(userId))
  if (picture instanceof File) form.set('image', picture)
  if (edited?.image_id && picture === undefined) form.set('remove_image', 'true')
  if (edited) form.set('version', String(edited.version))
  return form
}

/**
 * The activity of a typed name, spelled as in a search if only one is meant: a catalogue may have both كورس and کۆرس. Names are unique
 * when only case is ignored.
 */
export function activityNamed<T extends Pick<Activity, 'name'>>(activities: readonly T[], name: string): T | undefined {
  const typed = name.trim()
  const folded = foldForSearch(typed)
  const found = activities.filter((activity) => foldForSearch(activity.name) === folded)
  if (found.length === 1) return found[0]
  return found.find((activity) => activity.name.toLowerCase() === typed.toLowerCase())
}

/**
 * The contract's schema, restricted to the offered names and to open terms. Until the catalogue and the terms are loaded, only the server
 * validates that.
 */
export function postingSchema(activities: readonly Pick<Activity, 'name'>[] | undefined, terms: readonly Term[]) {
  return PostingInput.refine(({ activity_name }) => !activity_name || !activities || activityNamed(activities, activity_name), {
    path: ['activity_name'],
    message: encode(messages.postedActivities.activityRequired),
  }).refine(({ starting_date }) => !whereItCounts(terms, starting_date)?.isClosed, {
    path: ['starting_date'],
    message: encode(messages.terms.closed),
  })
}
