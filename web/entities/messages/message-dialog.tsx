import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import {
  isAboutTerm,
  type MessageInput,
  type MessageKind,
  type MessagePreview,
  messageKinds,
} from '../../../contract/messages.ts'
import { refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useDepartments } from '../departments/departments.api.ts'
import { termName } from '../terms/term-name.ts'
import { useTerms } from '../terms/terms.api.ts'
import { Group } from './message-group.tsx'
import { MessageReaders } from './message-readers.tsx'
import { MessageText } from './message-text.tsx'
import { kindName } from './message-words.ts'
import { useGroup } from './messages.api.ts'

const words = messages.messages

type Props = {
  /** The people of the list from which it is opened. */
  people?: readonly number[]
  kind?: MessageKind
  termId?: number | undefined
  /** Called when the message was sent. */
  onSent?: () => void
  onClose: () => void
}

/** Writes a reminder or an announcement: whom it reaches, its text, and how its readers see it before it is sent. */
export function MessageDialog({ people, kind: firstKind = 'announcement', termId: firstTerm, onSent, onClose }: Props) {
  const say = useSay()
  // The people are fixed while the dialog is open.
  const [chosen] = useState(people)
  const [kind, setKind] = useState(firstKind)
  const [to, setTo] = useState(chosen ? 'people' : 'all')
  const [termId, setTermId] = useState(firstTerm)
  const [shown, setShown] = useState<{ input: MessageInput; preview: MessagePreview }>()
  const whom =
    to === 'people' && chosen
      ? { who: 'people' as const, user_ids: [...chosen] }
      : to === 'all'
        ? { who: 'all' as const }
        : { who: 'department' as const, department_id: Number(to) }
  const needsTerm = isAboutTerm(kind)
  const addressed = { kind, whom, ...(needsTerm && termId !== undefined ? { term_id: termId } : {}) }
  const { data, error, isLoadingError, isFetching, isPlaceholderData, refetch } = useGroup(addressed)

  return (
    <Dialog open wide onClose={onClose} title={say(words.write)} onPhone="full">
      {/* The text stays while the preview is shown. */}
      <div hidden={shown !== undefined} className="space-y-4">
        <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <SelectField label={say(words.kind)} value={kind} onChange={({ target }) => setKind(target.value as MessageKind)}>
            {messageKinds.map((each) => (
              <option key={each} value={each}>
                {say(kindName(each))}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={say(words.to)}
            value={to}
            hint={kind === 'announcement' ? undefined : say(words.groupHint)}
            onChange={({ target }) => setTo(target.value)}
          >
            {chosen && <option value="people">{say(words.chosen({ count: chosen.length }))}</option>}
            <option value="all">{say(kind === 'announcement' ? words.everybody : words.everybodyInGroup)}</option>
            <Departments />
          </SelectField>
          {needsTerm && <TermField termId={termId} onChoose={setTermId} />}
        </div>
        {isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(error) ?? words.previewFailed)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : data ? (
          <>
            <div aria-busy={isPlaceholderData || undefined}>
              <Group preview={data} />
            </div>
            {/* Another kind has another proposal, and a draft of its own. */}
            {!isPlaceholderData && (
              <MessageText
                key={`${kind} ${termId}`}
                addressed={addressed}
                proposal={data.proposal}
                onPreview={(input, preview) => setShown({ input, preview })}
                onClose={onClose}
              />
            )}
          </>
        ) : (
          <p role="status" className="flex items-center gap-3 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
      {shown && (
        <MessageReaders
          {...shown}
          onBack={() => setShown(undefined)}
          onSent={() => {
            onSent?.()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function Departments() {
  const say = useSay()
  const language = useLanguage()
  const { data: departments = [] } = useDepartments()
  if (departments.length === 0) return null
  return (
    <optgroup label={say(messages.panels.departments)}>
      {departments.map((department) => (
        <option key={department.id} value={department.id}>
          {localized(language, department, 'name')}
        </option>
      ))}
    </optgroup>
  )
}

/** The open terms: there is nothing to be reminded of in a closed one. */
function TermField({ termId, onChoose }: { termId: number | undefined; onChoose: (id: number) => void }) {
  const say = useSay()
  const { data: terms = [] } = useTerms()
  const open = terms.filter(({ status }) => status === 'open')
  const current = open.find(({ is_current }) => is_current)
  return (
    <SelectField
      label={say(messages.fields.term)}
      value={termId ?? current?.id ?? ''}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {!open.some(({ id }) => id === (termId ?? current?.id)) && (
        <option value={termId ?? ''}>{say(messages.terms.choose)}</option>
      )}
      {open.map((term) => (
        <option key={term.id} value={term.id}>
          {termName(term)}
        </option>
      ))}
    </SelectField>
  )
}
