import type { ImportBatch } from '../../contract/import-batches.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useSay } from '../language/language.ts'
import { formatMoment } from '../ui/dates.ts'
import { nameOf } from './import-words.ts'

/** "Undone by Rana Wahid, 15 Nov 2026, 14:02". */
export function UndoneBy({ undone: { by, at } }: { undone: NonNullable<ImportBatch['undone']> }) {
  const say = useSay()
  return (
    <SentenceOfPeople
      people={[{ id: by.id, name: nameOf(say, by) }]}
      sentence={(name) => messages.importBatches.undoneBy({ name, moment: formatMoment(say, at) })}
    />
  )
}
