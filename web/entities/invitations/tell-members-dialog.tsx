import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roles } from '../../../contract/codes.ts'
import type { InvitationsReply } from '../../../contract/invitations.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import { shownName } from '../../../contract/person-names.ts'
import { nameSortKey } from '../../../contract/sorting.ts'
import type { User } from '../../../contract/users.ts'
import { useBranding } from '../../branding/branding.ts'
import { refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ConcernedMembers } from '../members/concerned-members.tsx'
import { invitationState } from '../members/invitation-state.ts'
import { inviteUsers, printSlips } from './invitations.api.ts'

const words = messages.invitations
type Slips = 'none' | 'others' | 'all'
type Sent = Pick<InvitationsReply, 'invited' | 'skipped'>
type Props = { members: readonly User[]; onClose: () => void }

const mayBeInvited = ({ has_signed_in, email }: User) => !has_signed_in && !!email
/** An administrator keeps a password that was set: the server replaces those of staff only. */
const mayGetPassword = ({ has_signed_in, role_id, can_sign_in }: User) =>
  !has_signed_in && (role_id === roles.staff || !can_sign_in)

/** How members learn to sign in: invitations by e-mail, slips on paper, or both. */
export function TellMembersDialog({ members: given, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const sendsMail = useBranding().forgotten_password === 'email'
  // The members are those at the beginning: the list is fetched again while the dialog is open.
  const [members] = useState(given)
  const invitable = sendsMail ? members.filter(mayBeInvited) : []
  const [invites, setInvites] = useState(invitable.length > 0)
  const [slips, setSlips] = useState<Slips>(() =>
    members.some((user) => !user.has_signed_in && !invitable.includes(user)) ? 'others' : 'none',
  )
  const [wantsPasswords, setWantsPasswords] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [running, setRunning] = useState<'sending' | 'printing'>()
  const [failure, setFailure] = useState<Message>()
  const [sent, setSent] = useState<Sent>()
  const [isDone, setIsDone] = useState(false)

  const invited = new Set(invites ? invitable.map(({ id }) => id) : [])
  const others = members.filter(({ id }) => !invited.has(id))
  const printed = { none: [], others, all: members }[slips]
  const forPasswords = printed.filter((user) => !invited.has(user.id) && mayGetPassword(user))
  const passwordIds = new Set(wantsPasswords ? forPasswords.map(({ id }) => id) : [])

  async function run() {
    setIsAsking(false)
    setFailure(undefined)
    try {
      if (invited.size > 0 && !sent) {
        setRunning('sending')
        setSent(await inviteUsers([...invited]))
      }
    } catch (error) {
      return fail(refusalOf(error) ?? words.sendFailed)
    }
    try {
      if (printed.length > 0) {
        setRunning('printing')
        await printSlips(byDepartment(printed), passwordIds, say(words.slipsFile))
      }
    } catch (error) {
      return fail(refusalOf(error) ?? words.printFailed)
    }
    end()
    setIsDone(true)
  }

  function end() {
    setRunning(undefined)
    void queryClient.invalidateQueries({ queryKey: ['users'] })
  }

  function fail(message: Message) {
    end()
    // A message may be a function, which React would call.
    setFailure(() => message)
  }

  const start = () => (passwordIds.size > 0 ? setIsAsking(true) : void run())
  return (
    <Dialog
      open
      wide
      onClose={() => !running && onClose()}
      title={say(words.title({ count: members.length }))}
      description={isDone ? undefined : say(words.hint)}
    >
      <div className="space-y-4">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        {sent && <Outcome sent={sent} />}
        {isDone && printed.length > 0 && <Banner kind="good">{say(words.printed)}</Banner>}
        {running && (
          <div role="status">
            <ProgressBar label={say(words[running])} share={undefined} />
          </div>
        )}
        {!isDone && !running && (
          <>
            <ConcernedMembers
              members={members.map((user) => ({ id: user.id, name: shownName(language, user), detail: stateOf(say, user) }))}
            />
            {!sent && (
              <div className="space-y-1">
                {!sendsMail && <Banner kind="bad">{say(words.off)}</Banner>}
                {invitable.length > 0 && (
                  <Check label={words.email({ count: invitable.length })} isChecked={invites} onCheck={setInvites} />
                )}
                {sendsMail && invitable.length === 0 && <p className="text-sm text-quiet">{say(words.emailNone)}</p>}
              </div>
            )}
            <SelectField label={say(words.slips)} value={slips} onChange={(event) => setSlips(event.target.value as Slips)}>
              <option value="none">{say(words.slipsNone)}</option>
              {invited.size > 0 && others.length > 0 && (
                <option value="others">{say(words.slipsOthers({ count: others.length }))}</option>
              )}
              <option value={invited.size > 0 ? 'all' : 'others'}>{say(words.slipsAll({ count: members.length }))}</option>
            </SelectField>
            {forPasswords.length > 0 && (
              <div>
                <Check
                  label={words.passwords({ count: forPasswords.length })}
                  isChecked={wantsPasswords}
                  onCheck={setWantsPasswords}
                />
                <p className="text-sm text-quiet">{say(words.passwordsHint)}</p>
              </div>
            )}
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button disabled={running !== undefined} look={isDone ? 'primary' : 'plain'} onClick={onClose}>
            {say(isDone ? messages.actions.done : messages.actions.cancel)}
          </Button>
          {!isDone && (
            <Button
              look="primary"
              busy={running !== undefined}
              disabled={(invited.size === 0 || sent !== undefined) && printed.length === 0}
              onClick={start}
            >
              {say(startLabel(invited.size > 0 && !sent, printed.length > 0))}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        question={say(words.passwordsQuestion({ count: passwordIds.size }))}
        consequence={say(words.passwordsConsequence)}
        confirmLabel={say(words.setPasswords)}
        onConfirm={() => void run()}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}

function startLabel(sends: boolean, prints: boolean): Message {
  if (sends && prints) return words.sendAndPrint
  return prints ? words.print : words.send
}

/** The slips of more users than one file holds are divided by department. */
function byDepartment(users: readonly User[]): number[] {
  const keyOf = ({ department_name }: User) => nameSortKey(department_name ?? '')
  return users.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).map(({ id }) => id)
}

function stateOf(say: Say, user: User): string | undefined {
  const state = invitationState(say, user)
  if (state) return say(state)
  if (user.has_signed_in) return say(words.reasons.signedIn)
  return user.email ? undefined : say(words.reasons.noAddress)
}

function Outcome({ sent: { invited, skipped } }: { sent: Sent }) {
  const say = useSay()
  return (
    <>
      <Banner kind="good">{say(words.invited({ count: invited.length }))}</Banner>
      {skipped.length > 0 && (
        <>
          <p>{say(words.skipped({ count: skipped.length }))}</p>
          <ConcernedMembers
            members={skipped.map(({ id, name, reason }) => ({
              id,
              name: name || String(id),
              detail: say(words.reasons[reason]),
            }))}
          />
        </>
      )}
    </>
  )
}

type CheckProps = { label: Message; isChecked: boolean; onCheck: (isChecked: boolean) => void }

function Check({ label, isChecked, onCheck }: CheckProps) {
  const say = useSay()
  return (
    <label className="flex min-h-8 max-sm:min-h-11 w-fit cursor-pointer items-center gap-2.5 font-medium">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onCheck(event.target.checked)}
        className="size-4.5 shrink-0 accent-brand"
      />
      {say(label)}
    </label>
  )
}
