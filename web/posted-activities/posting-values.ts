import type { Activity } from '../../contract/activities.ts'
import { encode, messages, type Say } from '../../contract/languages/catalogue.ts'
import { allNames } from '../../contract/localized.ts'
import { type PostedActivity, PostingInput } from '../../contract/posted-activities.ts'
import { foldForSearch } from '../../contract/searching.ts'
import type { Term } from '../../contract/terms.ts'
import { whereItCounts } from '../entities/postings/counting-term.ts'

/** The form's values, as text. */
export type PostingValues = { activity_name: string; starting_date: string; link: string; note: string }

export const emptyValues: PostingValues = { activity_name: '', starting_date: '', link: '', note: '' }

export function valuesOf({ activity_name, starting_date, link }: PostedActivity): PostingValues {
  return { activity_name, starting_date, link: link ?? '', note: '' }
}

/** The new files, and the ids of those that an edit removes. */
type Evidence = { image?: File | undefined; files: readonly File[]; removed: readonly string[] }

/** The fields as the specification names them, and further files. Without a new image an edited posting keeps its own, unless it is removed. */
export function toFormData(
  values: Pick<PostingInput, 'activity_name' | 'starting_date' | 'link' | 'note'>,
  { image, files, removed }: Evidence,
  userId: number,
  edited: Pick<PostedActivity, 'image_id' | 'files' | 'version'> | undefined,
): FormData {
  const form = new FormData()
  form.set('activity_name', values.activity_name ?? '')
  form.set('starting_date', values.starting_date)
  form.set('link', values.link ?? '')
  if (values.note) form.set('note', values.note)
  form.set('user_id', String(userId))
  if (edited) form.set('version', String(edited.version))
  if (edited?.image_id && !image && removed.includes(edited.image_id)) form.set('remove_image', 'true')
  const removedFiles = edited?.files.filter(({ id }) => removed.includes(id)) ?? []
  if (removedFiles.length > 0) form.set('remove_files', removedFiles.map(({ id }) => id).join(','))
  if (image) form.set('image', image)
  for (const file of files) form.append('files', file)
  return form
}

export type ActivityNames = Pick<Activity, 'name' | 'names'>

/** The names of a posting's activity, also where the catalogue no longer offers it. */
export function namesOf({ activity_name, activity_names }: PostedActivity): ActivityNames {
  return { name: activity_name, names: activity_names }
}

/** The names alone, of a whole activity. */
export function namesIn({ name, names }: ActivityNames): ActivityNames {
  return { name, names }
}

/**
 * The activity of a typed name in any language, spelled as in a search if only one is meant: a catalogue may have both كورس and کۆرس.
 * English names are unique when only case is ignored, and win as on the server. A Kurdish name may be the Arabic one of another activity.
 */
export function activityNamed<T extends ActivityNames>(activities: readonly T[], text: string): T | undefined {
  const typed = text.trim().toLowerCase()
  const folded = foldForSearch(typed)
  return (
    activities.find(({ name }) => name.toLowerCase() === typed) ??
    onlyOne(activities, (name) => name.toLowerCase() === typed) ??
    onlyOne(activities, (name) => foldForSearch(name) === folded)
  )
}

function onlyOne<T extends ActivityNames>(activities: readonly T[], isMeant: (name: string) => boolean): T | undefined {
  const found = activities.filter((activity) => allNames(activity).some(isMeant))
  return new Set(found.map(({ name }) => name)).size === 1 ? found[0] : undefined
}

type Offered = {
  /** The offered activities, or undefined until they are loaded: then only the server validates the name. */
  activities: readonly ActivityNames[] | undefined
  /** The terms; empty until they are loaded. */
  terms: readonly Term[]
  /** The contact for an activity that is missing in a closed term; empty if the settings do not name one. */
  contact: string
}

/** The contract's schema, restricted to the offered names and to open terms. */
export function postingSchema(say: Say, { activities, terms, contact }: Offered) {
  return PostingInput.refine(({ activity_name }) => !activity_name || !activities || activityNamed(activities, activity_name), {
    path: ['activity_name'],
    message: encode(messages.postedActivities.activityRequired),
  }).superRefine(({ starting_date }, context) => {
    const counting = whereItCounts(say, terms, starting_date, contact)
    if (counting?.isClosed) context.addIssue({ code: 'custom', path: ['starting_date'], message: encode(counting.sentence) })
  })
}
