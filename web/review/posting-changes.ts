import { changesOf, valuesOf } from '../../contract/audit-values.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'

type Values = Readonly<Record<string, unknown>>

/** What an edit of a posting changed, a line each, with its former and its new value. */
export function postingChanges(
  say: Say,
  language: Language,
  before: Values,
  after: Values,
  terms: ReadonlyMap<number, string>,
): { label: string; text: string }[] {
  const sides = { before: inLanguage(language, before), after: inLanguage(language, after) }
  return changesOf(say, sides, { users: new Map(), departments: new Map(), terms })
    .filter(({ from, to }) => from !== to)
    .map((change) => {
      if (change.field === 'image')
        return { label: say(messages.fields.image), text: say(changeOfImage(before['image'], after['image'])) }
      if (change.field === 'files')
        return { label: say(messages.evidence.further), text: say(changeOfFiles(before['files'], after['files'])) }
      return { label: change.label, text: valuesOf(say, change) }
    })
}

/** The name of the activity as the page shows it elsewhere, and not in three languages. */
function inLanguage(language: Language, values: Values): Record<string, unknown> {
  const { activity_name, activity_name_ckb, activity_name_ar, ...others } = values
  const translated = { en: undefined, ckb: activity_name_ckb, ar: activity_name_ar }[language] ?? activity_name
  return translated === undefined ? others : { activity_name: translated, ...others }
}

/** Not by its checksum, which says nothing to a reader. */
function changeOfImage(before: unknown, after: unknown): Message {
  const { imageAdded, imageRemoved, imageChanged } = messages.review
  return before ? (after ? imageChanged : imageRemoved) : imageAdded
}

type RecordedFile = { name: string; checksum: string }

/** By name, and without the checksums that tell two files of the same name apart. */
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
