import { ChevronRight, Clock } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { questionLine } from '../../contract/question-line.ts'
import { hasAccountDraft } from '../drafts/account-drafts.ts'
import { isPostingMessageEntry, restorePostingMessage } from '../entities/postings/posting-message-outbox.ts'
import { isQuestionMessageEntry, restoreQuestionMessage } from '../entities/questions/question-message-outbox.ts'
import { isQuestionEntry, type QuestionEntry, restoreQuestion } from '../entities/questions/question-outbox.ts'
import { useTermOf } from '../entities/terms/terms.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { discardEntry, takeBack, useGoesWhenClosed, useOutbox, useOutboxDays } from '../outbox/outbox.ts'
import { type EntryState, mayChange, type OutboxEntry, stateOf } from '../outbox/outbox-entry.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatSince } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { isPostingEntry, type PostingEntry } from './posting-outbox.ts'

const PostingMessageForm = lazyComponent(() => import('../entities/postings/posting-message-form.tsx'), 'PostingMessageForm')
const MessageForm = lazyComponent(() => import('../entities/questions/message-form.tsx'), 'MessageForm')
const AskDialog = lazyComponent(() => import('../entities/questions/ask-dialog.tsx'), 'AskDialog')

type Asked = { what: 'discard' | 'replace'; entry: OutboxEntry; button: HTMLElement }

type Props = {
  /** Opens a posting of the outbox in its form. */
  onOpen: (entry: PostingEntry, button: HTMLElement) => Promise<void>
}

/** What was posted or asked without a network and is still on this device: until it is sent it can be opened, changed and discarded. */
export function OutboxCard({ onOpen }: Props) {
  const say = useSay()
  const language = useLanguage()
  const entries = useOutbox()
  const goesWhenClosed = useGoesWhenClosed()
  const [asked, setAsked] = useState<Asked>()
  const [asking, setAsking] = useState<OutboxEntry>()
  const words = messages.outbox

  async function open(entry: OutboxEntry, button: HTMLElement) {
    try {
      if (isPostingEntry(entry)) return await onOpen(entry, button)
      if (await takeBack(entry, restore)) setAsking(entry)
      else toast(words.leaving)
    } catch {
      toast(messages.unsent.notStored, { kind: 'bad' })
    }
  }

  function press(entry: OutboxEntry, button: HTMLElement) {
    if (isPostingEntry(entry) && hasAccountDraft(entry.form.draft)) setAsked({ what: 'replace', entry, button })
    else void open(entry, button)
  }

  function confirm() {
    if (!asked) return
    const { what, entry, button } = asked
    setAsked(undefined)
    if (what === 'replace') void open(entry, button)
    else void discardEntry(entry).then((isGone) => isGone || toast(words.leaving))
  }

  return (
    <>
      {entries.length > 0 && (
        <section aria-labelledby="outbox" className="rounded-lg border border-line bg-card shadow-soft">
          <div className="flex items-start gap-2.5 px-4 py-3.5 sm:px-5">
            <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-quiet" />
            <div className="min-w-0">
              <h2 id="outbox" className="text-lg">
                {say(words.title)}
              </h2>
              <p className="mt-0.5 max-w-prose text-sm text-quiet">
                <bdi>{say(goesWhenClosed ? words.hintWhenClosed : words.hint)}</bdi>
              </p>
            </div>
          </div>
          <ul aria-labelledby="outbox" className="divide-y divide-line border-t border-line">
            {entries.map((entry) => (
              <Entry
                key={entry.key}
                entry={entry}
                name={nameOf(say, language, entry)}
                onOpen={(button) => press(entry, button)}
                onDiscard={(button) => setAsked({ what: 'discard', entry, button })}
              />
            ))}
          </ul>
        </section>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        question={say(asked?.what === 'replace' ? words.replaceQuestion : words.discardQuestion)}
        consequence={say(asked?.what === 'replace' ? words.replaceMeans : words.discardMeans)}
        confirmLabel={say(asked?.what === 'replace' ? words.replace : words.discard)}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      />
      {asking && <WriteAgain entry={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

type EntryProps = {
  entry: OutboxEntry
  name: Message
  onOpen: (button: HTMLElement) => void
  onDiscard: (button: HTMLElement) => void
}

function Entry({ entry, name, onOpen, onDiscard }: EntryProps) {
  const say = useSay()
  const words = messages.outbox
  const days = useOutboxDays()
  const state = stateOf(entry, Date.now(), days)
  const since = words.since({ moment: formatSince(say, new Date(entry.storedAt)) })
  const facts = [since, ...(entry.fileCount > 0 ? [messages.unsent.files({ count: entry.fileCount })] : [])]
  const why = whyOf(state, entry, days)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <h3 className="font-sans text-[0.9375rem] leading-snug font-medium text-wrap wrap-anywhere">
          <bdi>{say(name)}</bdi>
        </h3>
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-quiet">
          {state === 'refused' ? (
            <Badge look="bad">{say(words.refused)}</Badge>
          ) : (
            <Stages now={state === 'sending' ? 'sending' : 'waiting'} />
          )}
          <bdi>{facts.map(say).join(say(messages.general.factSeparator))}</bdi>
        </div>
        {why && (
          <p
            role="status"
            className={`mt-1 text-sm wrap-anywhere ${state === 'sending' ? 'text-quiet' : 'font-medium text-bad'}`}
          >
            <bdi>{say(why)}</bdi>
          </p>
        )}
      </div>
      {mayChange(state) && (
        <div className="ms-auto flex flex-wrap gap-2">
          <Button
            size="small"
            className="max-sm:min-h-11 max-sm:px-4"
            aria-label={say(words.openNamed({ entry: name }))}
            onClick={(event) => onOpen(event.currentTarget)}
          >
            {say(words.open)}
          </Button>
          <Button
            size="small"
            className="max-sm:min-h-11 max-sm:px-4"
            aria-label={say(words.discardNamed({ entry: name }))}
            onClick={(event) => onDiscard(event.currentTarget)}
          >
            {say(words.discard)}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Fills the draft of a question or a message with its entry. */
async function restore(entry: OutboxEntry) {
  if (isQuestionEntry(entry)) await restoreQuestion(entry)
  if (isPostingMessageEntry(entry)) restorePostingMessage(entry)
  if (isQuestionMessageEntry(entry)) restoreQuestionMessage(entry)
}

/** A question or a message in its form again, with the reason if it was refused. */
function WriteAgain({ entry, onClose }: { entry: OutboxEntry; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  if (isQuestionEntry(entry)) return <AskAgain entry={entry} onClose={onClose} />
  const refusal = entry.refusal?.reason
  return (
    <Dialog open onClose={onClose} title={say(nameOf(say, language, entry))}>
      <LazyBoundary onFailure={onClose}>
        {isPostingMessageEntry(entry) && <PostingMessageForm posting={entry.form.row} refusal={refusal} onClose={onClose} />}
        {isQuestionMessageEntry(entry) && <MessageForm question={entry.form.row} refusal={refusal} onClose={onClose} />}
      </LazyBoundary>
    </Dialog>
  )
}

/** The question in its dialog again, with the reason if it was refused. */
function AskAgain({ entry, onClose }: { entry: QuestionEntry; onClose: () => void }) {
  const { subject, posting, termId } = entry.form
  const term = useTermOf(termId)
  return (
    <LazyBoundary onFailure={onClose}>
      <AskDialog subject={subject} posting={posting} term={term} refusal={entry.refusal?.reason} onClose={onClose} />
    </LazyBoundary>
  )
}

function nameOf(say: Say, language: Language, entry: OutboxEntry): Message {
  const words = messages.outbox
  if (isQuestionEntry(entry)) {
    const { subject, posting } = entry.form
    return subject === 'missing'
      ? words.missingQuestion
      : words.question({ line: questionLine(language, { ...posting, subject }) })
  }
  if (isPostingMessageEntry(entry)) {
    const { row } = entry.form
    return words.postingMessage({ name: localized(language, row, 'activity_name'), day: formatDay(say, row.starting_date) })
  }
  if (isQuestionMessageEntry(entry)) {
    const { row } = entry.form
    return row.subject === 'missing' ? words.missingMessage : words.questionMessage({ line: questionLine(language, row) })
  }
  if (!isPostingEntry(entry)) return words.title
  const { activity, values } = entry.form
  const named = { name: localized(language, activity, 'name'), day: formatDay(say, values.starting_date) }
  return entry.id === undefined ? words.newPosting(named) : words.edit(named)
}

/** How far an entry has come, and what is still before it. */
function Stages({ now }: { now: 'waiting' | 'sending' }) {
  const say = useSay()
  const { stage, stages } = messages.outbox
  return (
    <ol aria-label={say(stage)} className="flex flex-wrap items-center gap-x-1.5">
      {([now, 'sent', 'seen', 'verified'] as const).map((one) => (
        <li key={one} aria-current={one === now ? 'step' : undefined} className="flex items-center gap-x-1.5">
          {one === now ? <Badge>{say(stages[one])}</Badge> : <span>{say(stages[one])}</span>}
          {one !== 'verified' && <ChevronRight aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />}
        </li>
      ))}
    </ol>
  )
}

/** Why an entry is not, or no longer, simply waiting. */
function whyOf(state: EntryState, { refusal }: OutboxEntry, days = 0): Message | undefined {
  const { sendingMeans, tooOld, lostTrack } = messages.outbox
  switch (state) {
    case 'sending':
      return sendingMeans
    case 'refused':
      return refusal?.reason
    case 'too-old':
      return tooOld({ days: String(days) })
    case 'lost-track':
      return lostTrack
    default:
      return undefined
  }
}
