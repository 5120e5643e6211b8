import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { decode, encode, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { mostChosenReasons } from '../../../contract/limits.ts'
import { localized } from '../../../contract/localized.ts'
import { shownMember } from '../../../contract/person-names.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { ListedReason } from '../../../contract/return-reasons.ts'
import { type PostingToReview, ReturnReason } from '../../../contract/review.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextareaField } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useReturnReasons } from '../return-reasons/return-reasons.api.ts'
import { useKeysSwitch } from './keys-switch.ts'
import { useNumberKeys } from './number-keys.ts'
import { ReasonChoices } from './reason-choices.tsx'
import { type ReasonDraft, useReasonDrafts } from './reason-drafts.ts'
import { recentReasons, rememberReason, withReason } from './recent-reasons.ts'
import type { Reason } from './review.api.ts'

type Props = {
  /** With their members, where there are those of several. */
  postings: readonly (PostedActivity & Partial<Pick<PostingToReview, 'member_name' | 'member_other_name'>>)[]
  /** Returns the postings. Throws if the server refuses. */
  onReturn: (postings: readonly PostedActivity[], reason: Reason) => Promise<void>
  onClose: () => void
}

/**
 * The dialog that returns postings, with a required reason. The draft is stored for the same postings until it is sent, even if the dialog
 * is closed.
 */
export function ReturnDialog({ postings, onReturn, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  // The postings are a snapshot: a list that changes behind the dialog does not change the decision.
  const [snapshot] = useState(postings)
  const ids = snapshot.map(({ id }) => id)
  const userId = useSession()?.id ?? 0
  const drafts = useReasonDrafts()
  const [draft, setDraft] = useState(() => drafts.read(ids))
  const { data: reasons = [], isPending } = useReturnReasons()
  const chosen = reasons.filter(({ id }) => draft.chosen.includes(id))
  const [keysAreOn] = useKeysSwitch()
  const [offered] = useState(() => recentReasons(userId))
  const [fieldError, setFieldError] = useState<string>()
  const [failure, setFailure] = useState<{ sentence: Message; isOutdated: boolean }>()
  const [isSaving, setIsSaving] = useState(false)
  const formId = useId()

  function change(part: Partial<ReasonDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    setFieldError(undefined)
    drafts.keep(ids, next)
  }

  function toggle(...toggled: readonly ListedReason[]) {
    const next = new Set(chosen.map(({ id }) => id))
    for (const { id } of toggled) if (!next.delete(id) && next.size < mostChosenReasons) next.add(id)
    change({ chosen: [...next] })
  }

  const withNumbers = (numbers: readonly number[]) => numbers.flatMap((number) => reasons[number - 1] ?? [])
  /** The numbers that were pressed before the reasons came. */
  const early = useRef<number[]>([])
  useNumberKeys(
    (number) => {
      if (isPending) early.current.push(number)
      else if (!isSaving) toggle(...withNumbers([number]))
    },
    keysAreOn && (isPending || reasons.length > 0),
  )
  useEffect(() => {
    if (!isPending && early.current.length > 0) toggle(...withNumbers(early.current.splice(0)))
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const seen = chosen.map(({ id, version }) => ({ id, version }))
    const checked = ReturnReason.safeParse({ reason: draft.words, reasons: seen })
    if (!checked.success) {
      const isMissing = reasons.length > 0 && draft.words.trim() === ''
      setFieldError(isMissing ? encode(messages.returnReasons.required) : checked.error.issues[0]?.message)
      return
    }
    const words = checked.data.reason ?? ''
    setIsSaving(true)
    setFailure(undefined)
    try {
      await onReturn(snapshot, { reason: words, reasons: seen })
      if (words) rememberReason(userId, words)
      drafts.keep(ids)
      onClose()
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === 409
      setFailure({ sentence: refusalOf(error) ?? messages.review.saveFailed, isOutdated })
      setIsSaving(false)
    }
  }

  function sendOnEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSaving || failure?.isOutdated) return
    // The shortcut works wherever the focus is: on a suggested reason, Enter would press its button again.
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  const count = snapshot.length
  const only = count === 1 ? snapshot[0] : undefined
  const { returnQuestion, returnManyQuestion, returnConsequenceOn } = messages.review
  const consequence = messages.review.returnConsequence({ count })
  const about = only && returnConsequenceOn({ day: formatDay(say, only.starting_date), consequence })
  const { member_name, member_other_name } = only ?? {}
  const member = member_name === undefined ? undefined : shownMember(language, { member_name, member_other_name })
  const description = about && member ? messages.general.labelled({ label: member, value: about }) : (about ?? consequence)
  return (
    <Dialog
      open
      onClose={onClose}
      title={say(only ? returnQuestion({ name: localized(language, only, 'activity_name') }) : returnManyQuestion({ count }))}
      description={say(description)}
    >
      {isPending ? (
        <p role="status" className="flex items-center gap-3 py-2 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : (
        <form id={formId} onSubmit={save} onKeyDown={sendOnEnter} noValidate className="space-y-4">
          {failure && <Banner kind="bad">{say(failure.sentence)}</Banner>}
          {reasons.length > 0 && (
            <ReasonChoices
              reasons={reasons}
              chosen={new Set(chosen.map(({ id }) => id))}
              withKeys={keysAreOn}
              onToggle={toggle}
            />
          )}
          <TextareaField
            label={say(reasons.length > 0 ? messages.returnReasons.ownWords : messages.fields.reason)}
            required={chosen.length === 0}
            autoFocus={reasons.length === 0}
            value={draft.words}
            onChange={(event) => change({ words: event.target.value })}
            error={fieldError && say(decode(fieldError))}
          />
          {offered.length > 0 && (
            <div>
              <p id={`${formId}-offered`} className="mb-1.5 text-sm text-quiet">
                {say(messages.review.usedRecently)}
              </p>
              <ul aria-labelledby={`${formId}-offered`} className="flex flex-wrap gap-1.5">
                {offered.map((text) => (
                  <li key={text} className="max-w-full">
                    <button
                      type="button"
                      dir="auto"
                      title={text}
                      onClick={() => change({ words: withReason(draft.words, text, offered) })}
                      className="block min-h-8 max-sm:min-h-11 max-w-full cursor-pointer truncate rounded-full border border-edge/60 px-3 text-start text-[0.8125rem] hover:border-edge hover:bg-sunk"
                    >
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap justify-end gap-2.5 pt-2">
            {failure?.isOutdated ? (
              // A changed posting must be seen before the decision; the draft of the reason stays.
              <Button look="primary" onClick={onClose}>
                {say(messages.review.lookAtNewState)}
              </Button>
            ) : (
              <>
                <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
                <Button type="submit" look="primary" busy={isSaving} aria-keyshortcuts="Control+Enter">
                  {say(only ? messages.review.return : messages.review.returnCount({ number: count }))}
                </Button>
              </>
            )}
          </div>
        </form>
      )}
    </Dialog>
  )
}
