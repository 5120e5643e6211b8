import { useMemo, useState } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { SentMessage } from '../../contract/messages.ts'
import { pages } from '../../contract/pages.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useSentMessages } from '../entities/messages/messages.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'
import { NextStep } from '../ui/empty-state.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { emailsOf, readOf, senderOf, toOf, whatOf } from './sent-message-words.ts'

const MessageDialog = lazyComponent(() => import('../entities/messages/message-dialog.tsx'), 'MessageDialog', 'all')

const words = messages.messages

/** The log of messages: who sent what to whom, who read it, and what became of the e-mails. */
export function MessagesList() {
  const say = useSay()
  const language = useLanguage()
  const { sent, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSentMessages()
  const [isWriting, setIsWriting] = useState(false)
  const isSmall = useIsSmallScreen()
  const columns = useMemo(() => (isSmall ? narrowColumns : wideColumns)(say, language), [say, language, isSmall])
  const write = () => setIsWriting(true)
  useOpenFromAddress('write', write)
  return (
    <>
      <PanelHeader title={say(messages.panels.messages)} summary={say(words.summary)}>
        <Button look="primary" onClick={write}>
          {say(words.write)}
        </Button>
      </PanelHeader>
      <DataTable
        // The row height differs on a small screen.
        key={String(isSmall)}
        caption={say(messages.panels.messages)}
        columns={columns}
        rows={sent}
        rowKey={({ id }) => id}
        error={isLoadingError ? say(refusalOf(error) ?? words.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(words.empty)}
        emptyHint={
          <NextStep text={say(words.emptyHint)}>
            <Button look="primary" onClick={write}>
              {say(words.write)}
            </Button>
          </NextStep>
        }
        rowHeight={isSmall ? 132 : 80}
      />
      {hasNextPage && (
        <Button size="small" className="self-end print:hidden" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say(messages.actions.showMore)}
        </Button>
      )}
      {isWriting && (
        <LazyBoundary onFailure={() => setIsWriting(false)}>
          <MessageDialog onClose={() => setIsWriting(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

function Subject({ message }: { message: SentMessage }) {
  const say = useSay()
  const subject = localized(useLanguage(), message, 'subject')
  return (
    <>
      <div className="font-medium">
        <RowLink link={{ to: pages.adminDashboard, search: { tab: 'messages', message: message.id } }} whole={subject}>
          {subject}
        </RowLink>
      </div>
      <div className="truncate text-[0.8125rem] text-quiet">{whatOf(say, message)}</div>
    </>
  )
}

/** Neither sorted nor searched: only the server has all messages. */
function wideColumns(say: Say, _language: Language): readonly Column<SentMessage>[] {
  const { columns } = words
  return [
    { id: 'what', header: say(columns.what), cell: (message) => <Subject message={message} />, width: 260, rowHeader: true },
    { id: 'to', header: say(columns.to), cell: (message) => toOf(say, message), width: 160 },
    { id: 'when', header: say(columns.when), cell: (message) => <When at={message.sent_at} />, width: 140 },
    { id: 'by', header: say(columns.by), cell: (message) => <Sender message={message} />, width: 130 },
    { id: 'read', header: say(columns.read), cell: (message) => readOf(say, message), width: 90 },
    { id: 'email', header: say(columns.email), cell: (message) => emailsOf(say, message), width: 170 },
  ]
}

function narrowColumns(say: Say, _language: Language): readonly Column<SentMessage>[] {
  const { columns } = words
  return [
    {
      id: 'what',
      header: say(columns.what),
      cell: (message) => (
        <>
          <Subject message={message} />
          <div className="text-[0.8125rem] text-quiet">
            <div className="truncate">{toOf(say, message)}</div>
            <div className="truncate">
              <Sender message={message} /> · <When at={message.sent_at} />
            </div>
            <div className="truncate">
              {say(columns.read)} <bdi>{readOf(say, message)}</bdi> · {say(columns.email)} <bdi>{emailsOf(say, message)}</bdi>
            </div>
          </div>
        </>
      ),
      width: 260,
      rowHeader: true,
    },
  ]
}

function Sender({ message }: { message: SentMessage }) {
  return (
    <bdi>
      <PersonLink id={message.sent_by.id}>{senderOf(useSay(), message)}</PersonLink>
    </bdi>
  )
}

function When({ at }: { at: string }) {
  const say = useSay()
  return (
    <time dateTime={at}>
      <bdi>{formatMoment(say, at)}</bdi>
    </time>
  )
}
