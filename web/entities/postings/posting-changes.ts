import { changesOf, valuesOf } from '../../../contract/audit-values.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { localized } from '../../../contract/localized.ts'

type Values = Readonly<Record<string, unknown>>

/** The changes of an edit of a posting, a line each, with the former and the new value. */
export function postingChanges(
  say: Say,
  language: Language,
  before: Values,
  after: Values,
  terms: ReadonlyMap<number, string>,
): { label: string; text: string }[] {
  const edit = {
    subject: 'posting',
    subject_name: null,
    kind: 'edited',
    before: inLanguage(language, before),
    after: inLanguage(language, after),
  }
  return changesOf(say, edit, { term: Object.fromEntries(terms) })
    .filter(({ from, to }) => from !== to)
    .map((change) => {
      if (change.field === 'image')
        return { label: say(messages.fields.image), text: say(changeOfImage(before['image'], after['image'])) }
      if (change.field === 'files')
        return { label: say(messages.evidence.further), text: say(changeOfFiles(before['files'], after['files'])) }
      return { label: change.label, text: valuesOf(say, change) }
    })
}

/** The name of the activity as the page shows it elsewhere, and not in every language. */
function inLanguage(language: Language, values: Values): Record<string, unknown> {
  const { activity_name, activity_names, ...others } = values
  const translated = localized(language, { activity_name, activity_names }, 'activity_name')
  return translated === undefined ? others : { activity_name: translated, ...others }
}

/** The change of the image, without its checksum, which means nothing to a reader. */
function changeOfImage(before: unknown, after: unknown): Message {
  const { imageAdded, imageRemoved, imageChanged } = messages.review
  return before ? (after ? imageChanged : imageRemoved) : imageAdded
}

type RecordedFile = { name: string; checksum: string }

/** The changed files by name, without the checksums that tell two files of the same name apart. */
function changeOfFiles(before: unknown, after: unknown): Message {
  const [old, now] = [recordedFiles(before), recordedFiles(after)]
  const namesWithout = (files: readonly RecordedFile[], others: readonly RecordedFile[]) =>
    files
      .filter(({ checksum }) => !others.some((other) => other.checksum === checksum))
      .map(({ name }) => name)
      .join(', ')
  const [added, removed] = [namesWithout(now, old), namesWithout(old, now)]
  const { filesAdded, filesRemoved, filesAddedAndRemoved } = messages.evidence
  if (!removed) return filesAdded({ files: added })
  return added ? filesAddedAndRemoved({ added, removed }) : filesRemoved({ files: removed })
}

function recordedFiles(value: unknown): readonly RecordedFile[] {
  return Array.isArray(value) ? value : []
}
