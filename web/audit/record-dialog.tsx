import { Link } from '@tanstack/react-router'
import type { AuditRecord } from '../../contract/audit.ts'
import { actorOf, explain } from '../../contract/audit-sentence.ts'
import { type Names, valuesOf } from '../../contract/audit-values.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useSay } from '../language/language.ts'
import { formatMoment } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'

type Props = { record: AuditRecord; names: Names; onClose: () => void }

/** One record with all its values: the row shows only one line of them. */
export function RecordDialog({ record, names, onClose }: Props) {
  const say = useSay()
  const { sentence, changes } = explain(say, record, names)
  const who = actorOf(say, record)
  const moment = formatMoment(say, record.at, 'seconds')
  const { address } = record
  const importId = importOf(record)
  const { whoAndWhen, whoWhenAndWhere } = messages.audit
  const description = address ? whoWhenAndWhere({ who, moment, address }) : whoAndWhen({ who, moment })
  return (
    <Dialog open onClose={onClose} title={sentence} description={say(description)}>
      <dl className="divide-y divide-line border-y border-line">
        {changes.map((change) => (
          <div key={change.field} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
            <dt className="text-quiet">{change.label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{valuesOf(say, change)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {importId !== null && (
        <Link
          to={pages.adminDashboard}
          search={{ tab: 'imports', import: importId }}
          className="mt-4 inline-flex relative touch-area min-h-6 items-center font-medium text-brand underline underline-offset-2"
        >
          {say(messages.importBatches.seeChanges)}
        </Link>
      )}
    </Dialog>
  )
}

/** The import that made the change, or that the record is about. */
function importOf({ subject, subject_id, capacity }: AuditRecord): number | null {
  if (subject === 'import') return subject_id
  return typeof capacity?.['import_id'] === 'number' ? capacity['import_id'] : null
}
