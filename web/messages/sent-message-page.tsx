import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { MessageRecipient, SentMessage } from '../../contract/messages.ts'
import { pages } from '../../contract/pages.ts'
import { shownName } from '../../contract/person-names.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useSentMessage } from '../entities/messages/messages.api.ts'
import { SetMailServer } from '../entities/messages/set-mail-server.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { buttonLook } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { emailOf, emailsOf, readOf, senderOf, toOf, whatOf } from './sent-message-words.ts'

const words = messages.messages

/** One sent message: its text, and for each recipient whether it was read and what became of the e-mail. */
export function SentMessagePage({ id }: { id: number }) {
  const say = useSay()
  const language = useLanguage()
  const { data, isLoadingError, error, refetch } = useSentMessage(id)
  const columns = useMemo(() => columnsOf(say, language), [say, language])
  const table = useRef<DataTableHandle<MessageRecipient>>(null)
  const title = data ? localized(language, data.message, 'subject') : say(messages.panels.messages)
  return (
    <>
      <PanelHeader title={title} summary={data ? <Summary message={data.message} /> : noSummaryYet}>
        <Link to={pages.adminDashboard} search={{ tab: 'messages' }} className={buttonLook('plain', 'medium')}>
          {say(words.all)}
        </Link>
        {data && <TableExport title={[title]} content={() => table.current?.exported()} />}
      </PanelHeader>
      {data && (
        <section aria-label={say(words.text)} className="space-y-2 rounded-lg border border-line bg-card px-4 py-3.5 shadow-soft">
          <p className="text-sm text-quiet">{factsOf(say, data.message)}</p>
          {data.message.unavailable > 0 && (
            <p className="text-sm print:hidden">
              <SetMailServer />
            </p>
          )}
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {localized(language, data.message, 'text')}
          </p>
        </section>
      )}
      <DataTable
        handle={table}
        caption={say(words.recipients)}
        columns={columns}
        rows={data?.recipients}
        rowKey={({ id: person }) => person}
        error={isLoadingError ? say(refusalOf(error) ?? words.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(words.noneSuch)}
        searchLabel={say(words.searchRecipients)}
      />
    </>
  )
}

function Summary({ message }: { message: SentMessage }) {
  const say = useSay()
  return (
    <>
      {whatOf(say, message)}
      {say(messages.general.factSeparator)}
      <SentenceOfPeople
        people={[{ id: message.sent_by.id, name: senderOf(say, message) }]}
        sentence={(name) => words.sentByAt({ name, moment: formatMoment(say, message.sent_at) })}
      />
    </>
  )
}

function factsOf(say: Say, message: SentMessage): string {
  const { columns } = words
  const facts: [typeof columns.to, string][] = [
    [columns.to, toOf(say, message)],
    [columns.read, readOf(say, message)],
    [columns.email, emailsOf(say, message)],
  ]
  return facts.map(([what, value]) => say(words.fact({ what, value }))).join(say(messages.general.factSeparator))
}

function columnsOf(say: Say, language: Language): readonly Column<MessageRecipient>[] {
  const { columns } = words
  return [
    {
      id: 'name',
      header: say(messages.fields.name),
      value: (person) => accountName(say, shownName(language, person)),
      searchBy: ({ name, other_name }) => `${name} ${other_name ?? ''}`,
      cell: (person) => (
        <bdi>
          <PersonLink id={person.id}>{accountName(say, shownName(language, person))}</PersonLink>
        </bdi>
      ),
      width: 150,
      rowHeader: true,
    },
    {
      id: 'read',
      header: say(columns.read),
      value: ({ is_read }) => say(is_read ? words.isRead : words.isUnread),
      filter: say(words.anyRead),
      width: 110,
    },
    {
      id: 'email',
      header: say(columns.email),
      value: (person) => say(emailOf(person)),
      filter: say(words.anyEmail),
      filterBy: (person) => [{ code: person.email.replace(' ', '-'), label: say(emailOf({ ...person, reason: null })) }],
      width: 240,
    },
  ]
}
