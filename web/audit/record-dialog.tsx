import type { AuditRecord } from '../../contract/audit.ts'
import { actorOf, tell } from '../../contract/audit-sentence.ts'
import { exactMomentsIn } from '../../contract/audit-table.ts'
import { type Names, valuesOf } from '../../contract/audit-values.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'

type Props = { record: AuditRecord; names: Names; onClose: () => void }

/** One record with all its values: the row shows only one line of them. */
export function RecordDialog({ record, names, onClose }: Props) {
  const say = useSay()
  const { sentence, rest } = tell(say, record, names)
  const who = actorOf(say, record)
  const moment = exactMomentsIn(say)(record.at)
  const { address } = record
  const { whoAndWhen, whoWhenAndWhere } = messages.audit
  const description = address ? whoWhenAndWhere({ who, moment, address }) : whoAndWhen({ who, moment })
  return (
    <Dialog open onClose={onClose} title={sentence} description={say(description)}>
      <dl className="divide-y divide-line border-y border-line">
        {rest.map((change) => (
          <div key={change.field} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
            <dt className="text-quiet">{change.label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{valuesOf(say, change)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
