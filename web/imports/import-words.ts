import { accountName } from '../../contract/account-names.ts'
import type { ImportBatch, ImportedRow } from '../../contract/import-batches.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { shownName } from '../../contract/person-names.ts'
import { termName } from '../entities/terms/term-name.ts'
import { currentLanguage } from '../language/language.ts'
import { formatMoment } from '../ui/dates.ts'

const words = messages.importBatches

/** "Scores, Autumn 2026". */
export function kindOf({ kind, term }: ImportBatch): Message {
  return term ? words.ofTerm({ kind: words.kinds[kind], term: termName(term) }) : words.kinds[kind]
}

export function nameOf(say: Say, person: ImportBatch['created_by']): string {
  return accountName(say, shownName(currentLanguage(), person))
}

export function resultOf({ added, changed, skipped }: ImportBatch): Message {
  return skipped === 0 ? words.result({ added, changed }) : words.resultInPart({ added, changed, skipped })
}

type Exception = NonNullable<ImportedRow['exception']>

/** The sentence that says who changed a row since, with the name as it is given; undefined where it is not known. */
export function changedBy(say: Say, { reason, by, at }: Exception): ((name: string) => Message) | undefined {
  if ((reason !== 'edited' && reason !== 'removed') || by === null || at === null) return undefined
  const moment = formatMoment(say, at)
  return (name) => (reason === 'edited' ? words.editedBy : words.removedBy)({ name, moment })
}

/** The reason why a row stays as it is. */
export function reasonOf(say: Say, exception: Exception): string {
  const sentence = changedBy(say, exception)
  return say(sentence ? sentence(accountName(say, exception.by ?? '')) : words.reasons[exception.reason])
}

/** "Title: Professor → Lecturer". */
export function changesOf(say: Say, { changes }: ImportedRow): string {
  const { labelled, change, factSeparator } = messages.general
  return changes
    .map(({ column, from, to }) => say(labelled({ label: column, value: from === null ? to : change({ from, to }) })))
    .join(say(factSeparator))
}
