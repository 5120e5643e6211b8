import { z } from 'zod'
import { editableCalls, removal } from './editable.ts'
import { line, optionalLine, SeenVersion, Translations, translationsOf } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { longestReturnReason, mostReturnReasons } from './limits.ts'

/** The reasons for which postings are returned, which the office keeps in Settings in its own order. */

const wrongPlace = encode(messages.returnReasons.invalidPlace({ most: mostReturnReasons }))

export const ReturnReasonInput = z.object({
  name: line(longestReturnReason, messages.returnReasons.nameRequired),
  names: translationsOf(optionalLine(longestReturnReason)),
  /** The place in the list: the first nine are chosen by their keys. */
  place: z.int(wrongPlace).min(1, wrongPlace).max(mostReturnReasons, wrongPlace),
  version: SeenVersion,
})
export type ReturnReasonInput = z.infer<typeof ReturnReasonInput>

export const ListedReason = z.object({
  id: z.int(),
  /** The text in English. */
  name: z.string(),
  names: Translations,
  place: z.int(),
  version: z.int(),
})
export type ListedReason = z.infer<typeof ListedReason>

export const returnReasonCalls = editableCalls({
  one: 'return_reason',
  many: 'return_reasons',
  Row: ListedReason,
  Removed: ListedReason.omit({ version: true }).extend(removal),
  Input: ReturnReasonInput,
  summaries: {
    list: 'All reasons for which postings are returned, in the order of the office',
    listRemoved: 'Deleted reasons, the latest first',
    add: 'Add a reason',
    edit: 'Edit a reason; earlier decisions keep its former text',
    remove: 'Delete a reason; earlier decisions keep it',
    restore: 'Restore a deleted reason',
  },
})
