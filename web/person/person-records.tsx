import { Link } from '@tanstack/react-router'
import type { AuditRecord } from '../../contract/audit.ts'
import { actorOf, explain } from '../../contract/audit-sentence.ts'
import { type Names, valuesOf } from '../../contract/audit-values.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { type AuditFilters, useAudit, useAuditPeople } from '../entities/audit/audit.api.ts'
import { ShowMore } from '../entities/audit/show-more.tsx'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useSay } from '../language/language.ts'
import { buttonLook } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person
const noNames: Names = {}

/** The records of the audit trail about the person, newest first; all of them with their filters are in Audit. */
export function PersonRecords({ id }: { id: number }) {
  const say = useSay()
  return (
    <PersonSection
      title={say(words.records)}
      tools={
        <Link to={pages.adminDashboard} search={{ tab: 'audit', about: id }} className={buttonLook('plain', 'small')}>
          {say(words.openIn({ panel: messages.panels.audit }))}
        </Link>
      }
    >
      <RecordList filters={{ about: String(id) }} label={say(words.records)} />
    </PersonSection>
  )
}

/** Records one below the other, each with all that it says. */
export function RecordList({ filters, label }: { filters: AuditFilters; label: string }) {
  const say = useSay()
  const audit = useAudit(filters)
  const { names = noNames } = useAuditPeople().data ?? {}
  return (
    <SectionContent query={{ ...audit, data: audit.records }} failed={messages.audit.loadFailed}>
      {(records) =>
        records.length === 0 ? (
          <NothingHere>{say(words.recordsEmpty)}</NothingHere>
        ) : (
          <div className="px-4 py-2 sm:px-5">
            <ul
              aria-label={label}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
              tabIndex={0}
              className="divide-y divide-line focus-visible:-outline-offset-2 sm:max-h-[60dvh] sm:overflow-y-auto sm:overscroll-contain print:max-h-none"
            >
              {records.map((record) => (
                <Record key={record.id} record={record} names={names} />
              ))}
            </ul>
            <ShowMore audit={audit} />
          </div>
        )
      }
    </SectionContent>
  )
}

function Record({ record, names }: { record: AuditRecord; names: Names }) {
  const say = useSay()
  const { sentence, changes, note } = explain(say, record, names)
  return (
    <li className="py-2.5">
      <p className="font-medium wrap-anywhere">{sentence}</p>
      {note && <p className="text-sm text-quiet wrap-anywhere">{note}</p>}
      {changes.map((change) => (
        <p key={change.field} className="text-sm wrap-anywhere">
          {say(messages.general.labelled({ label: change.label, value: valuesOf(say, change) }))}
        </p>
      ))}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-[0.8125rem] text-quiet">
        <bdi>
          <PersonLink id={record.actor_id}>{actorOf(say, record)}</PersonLink>
        </bdi>
        <time dateTime={record.at}>
          <bdi>{formatMoment(say, record.at, 'seconds')}</bdi>
        </time>
        {record.address && <bdi dir="ltr">{record.address}</bdi>}
      </p>
    </li>
  )
}
