import type { AuditRecord } from '../../contract/audit.ts'
import { actorOf, tell } from '../../contract/audit-sentence.ts'
import { exactMomentsIn } from '../../contract/audit-table.ts'
import { type Names, valuesOf } from '../../contract/audit-values.ts'
import { Dialog } from '../ui/dialog.tsx'

const formatExactMoment = exactMomentsIn()

type Props = { record: AuditRecord; names: Names; onClose: () => void }

/** One record with all its values: the row shows only one line of them. */
export function RecordDialog({ record, names, onClose }: Props) {
  const { sentence, rest } = tell(record, names)
  const from = record.address ? `, from ${record.address}` : ''
  return (
    <Dialog open onClose={onClose} title={sentence} description={`${actorOf(record)}, ${formatExactMoment(record.at)}${from}`}>
      <dl className="divide-y divide-line border-y border-line">
        {rest.map((change) => (
          <div key={change.field} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
            <dt className="text-quiet">{change.label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{valuesOf(change)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
