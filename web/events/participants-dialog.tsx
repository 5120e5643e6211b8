import { useMemo, useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { largestImportBytes } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import {
  type ParticipantOutcome,
  type ParticipantRow,
  type ParticipantsPreview,
  participantOutcomes,
} from '../../contract/participants.ts'
import { shownName } from '../../contract/person-names.ts'
import { importParticipants, previewParticipants, useEventsReadAgain } from '../entities/events/events.api.ts'
import { FileDrop } from '../entities/imports/file-drop.tsx'
import { ApiError, messageOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextareaField } from '../ui/field.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { toast } from '../ui/toast.tsx'
import { whenOf } from './event-words.ts'

const words = messages.events.lists

type Seen = { file: File; preview: ParticipantsPreview }
type Props = {
  event: PortalEvent
  sessions: PortalEvent['sessions']
  session: PortalEvent['sessions'][number]
  onClose: () => void
}

/** Checks in the members of a list from elsewhere: choose a file or paste, look at each row, confirm. */
export function ParticipantsDialog({ event, sessions, session, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const readAgain = useEventsReadAgain()
  const [sessionId, setSessionId] = useState(session.id)
  const [pasted, setPasted] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [seen, setSeen] = useState<Seen>()
  const [addsGuests, setAddsGuests] = useState(false)
  const [failure, setFailure] = useState<Message>()
  // A message may be a function, which React would call.
  const fail = (message: Message) => setFailure(() => message)

  async function choose(file: File) {
    setFailure(undefined)
    if (file.size === 0) return fail(messages.imports.emptyFile)
    if (file.size > largestImportBytes) return fail(messages.imports.tooLarge)
    // The file is copied into memory: what was looked at is confirmed, even if the file changes on disk.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes) await check(new File([bytes], file.name))
    else fail(words.failed)
  }

  async function check(file: File) {
    setIsBusy(true)
    try {
      setSeen({ file, preview: await previewParticipants(event.id, sessionId, file) })
    } catch (error) {
      fail(messageOf(error, words.failed))
    }
    setIsBusy(false)
  }

  async function confirm({ file, preview }: Seen) {
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { checked_in, guests } = await importParticipants(event.id, sessionId, file, preview.fingerprint, addsGuests)
      readAgain()
      if (checked_in > 0) toast(messages.events.ticked({ count: checked_in }))
      if (guests > 0) toast(words.guestsAdded({ count: guests }))
      if (checked_in + guests === 0) toast(messages.events.alreadyThere)
      onClose()
    } catch (error) {
      fail(messageOf(error, words.failed))
      setIsBusy(false)
      // Something changed since the preview, so a new one is shown.
      if (error instanceof ApiError && error.status === 409) await check(file)
    }
  }

  const name = localized(language, event, 'name')
  return (
    <Dialog open wide="table" onClose={onClose} title={say(words.title({ name }))} description={say(words.hint)}>
      <div className="space-y-4">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        {isBusy && !seen && (
          <div role="status" className="py-10">
            <ProgressBar label={say(messages.general.loading)} share={undefined} />
          </div>
        )}
        {!seen && !isBusy && (
          <>
            {sessions.length > 1 && (
              <SelectField
                label={say(messages.events.sessionToTick)}
                value={sessionId}
                onChange={({ target }) => setSessionId(Number(target.value))}
              >
                {sessions.map((one) => (
                  <option key={one.id} value={one.id}>
                    {whenOf(say, one)}
                  </option>
                ))}
              </SelectField>
            )}
            <FileDrop onFile={(file) => void choose(file)} />
            <form
              noValidate
              className="space-y-2.5"
              onSubmit={(submitted) => {
                submitted.preventDefault()
                void choose(new File([pasted.trim()], 'list.csv'))
              }}
            >
              <TextareaField
                label={say(words.paste)}
                dir="auto"
                rows={5}
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
              <div className="flex justify-end">
                <Button type="submit">{say(words.check)}</Button>
              </div>
            </form>
          </>
        )}
        {seen && (
          <Preview
            preview={seen.preview}
            isBusy={isBusy}
            addsGuests={addsGuests}
            onAddGuests={setAddsGuests}
            onOther={() => {
              setFailure(undefined)
              setSeen(undefined)
            }}
            onConfirm={() => void confirm(seen)}
          />
        )}
      </div>
    </Dialog>
  )
}

type PreviewProps = {
  preview: ParticipantsPreview
  isBusy: boolean
  addsGuests: boolean
  onAddGuests: (adds: boolean) => void
  onOther: () => void
  onConfirm: () => void
}

function Preview({ preview: { rows, counts }, isBusy, addsGuests, onAddGuests, onOther, onConfirm }: PreviewProps) {
  const say = useSay()
  const language = useLanguage()
  const columns = useMemo(() => columnsOf(say, language), [say, language])
  const guests = addsGuests ? counts.unknown : 0
  return (
    <>
      <ul aria-label={say(words.outcome)} className="flex flex-wrap gap-x-6 gap-y-1">
        {participantOutcomes.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <li key={outcome} className="flex items-baseline gap-2">
                <span className="font-serif text-xl font-semibold">{formatWhole(counts[outcome])}</span>
                <span className="text-sm text-quiet">{say(words.outcomes[outcome])}</span>
              </li>
            ),
        )}
      </ul>
      <div className="flex min-h-56 flex-col sm:max-h-[45dvh]">
        <DataTable
          caption={say(words.rows)}
          columns={columns}
          rows={rows}
          rowKey={({ row }) => row}
          emptyText={say(messages.imports.emptyFile)}
          searchLabel={say(words.search)}
          card={{ height: 104, content: (row) => <Card row={row} /> }}
        />
      </div>
      {counts.unknown > 0 && (
        <label className="flex min-h-8 w-fit cursor-pointer items-center gap-2.5 font-medium max-sm:min-h-11">
          <input
            type="checkbox"
            checked={addsGuests}
            onChange={({ target }) => onAddGuests(target.checked)}
            className="size-4.5 accent-brand"
          />
          {say(words.addGuests({ count: counts.unknown }))}
        </label>
      )}
      {counts.new + guests === 0 && <p className="text-quiet">{say(words.nobody)}</p>}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onOther} disabled={isBusy}>
          {say(words.another)}
        </Button>
        {counts.new + guests > 0 && (
          <Button look="primary" busy={isBusy} onClick={onConfirm}>
            {say(counts.new > 0 ? words.confirm({ count: counts.new }) : words.confirmGuests)}
          </Button>
        )}
      </div>
    </>
  )
}

const looks: Partial<Record<ParticipantOutcome, 'good' | 'plain' | 'bad'>> = {
  new: 'good',
  there: 'plain',
  repeated: 'plain',
  guest: 'plain',
}

function Outcome({ row: { outcome } }: { row: ParticipantRow }) {
  const say = useSay()
  return <Badge look={looks[outcome] ?? 'bad'}>{say(words.outcomes[outcome])}</Badge>
}

/** The member whom a row names, with their department. */
function memberOf(language: Language, { member }: ParticipantRow): string {
  if (!member) return ''
  const department = localized(language, member, 'department_name')
  return department ? `${shownName(language, member)} · ${department}` : shownName(language, member)
}

function Card({ row }: { row: ParticipantRow }) {
  const language = useLanguage()
  return (
    <div className="space-y-1">
      <p dir="auto" className="truncate text-as-around font-medium">
        {row.who}
      </p>
      <p dir="auto" className="truncate text-as-around text-[0.8125rem] text-quiet">
        {memberOf(language, row)}
      </p>
      <Outcome row={row} />
    </div>
  )
}

function columnsOf(say: Say, language: Language): readonly Column<ParticipantRow>[] {
  return [
    { id: 'row', header: say(words.row), value: ({ row }) => row, width: 64, align: 'end' },
    { id: 'who', header: say(words.who), value: ({ who }) => who, width: 210, rowHeader: true },
    { id: 'member', header: say(messages.events.member), value: (row) => memberOf(language, row), width: 260 },
    {
      id: 'outcome',
      header: say(words.outcome),
      value: ({ outcome }) => say(words.outcomes[outcome]),
      cell: (row) => <Outcome row={row} />,
      filter: say(words.allOutcomes),
      filterBy: ({ outcome }) => [{ code: outcome, label: say(words.outcomes[outcome]) }],
      width: 280,
    },
  ]
}
