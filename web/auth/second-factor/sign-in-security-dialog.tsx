import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { FactorsReply, Passkey } from '../../../contract/second-factor.ts'
import { isRefusal, useAttempt } from '../../entities/accounts/attempt.ts'
import { ConfirmIdentity } from '../../entities/accounts/confirm-identity.tsx'
import { canUsePasskeys } from '../../entities/accounts/passkey-support.ts'
import { addPasskey, passkeyFailure } from '../../entities/accounts/passkeys.ts'
import { call, messageOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { AppSecret } from './app-secret.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const OwnSessions = lazyComponent(() => import('../own-sessions.tsx'), 'OwnSessions', 'all')

const words = messages.signInSecurity
const factorsKey = ['second-factor']

/** The content of the dialog. Every change asks for the password or a passkey first, where the server says so. */
type View =
  | { name: 'list' }
  | { name: 'confirm'; onConfirmed: () => void }
  | { name: 'add passkey' }
  | { name: 'rename passkey'; passkey: Passkey }
  | { name: 'set up app'; secret: string; uri: string }
  | { name: 'question'; question: Message; consequence: Message; label: Message; run: () => Promise<unknown> }
  | { name: 'codes'; codes: readonly string[] }

export function SignInSecurityDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: factorsKey,
    queryFn: () => call('GET /auth/second-factor'),
    staleTime: 0,
  })
  return (
    <Dialog open onClose={onClose} wide title={say(words.title)} description={say(words.summary)}>
      {data?.password_is_initial ? (
        <>
          <p>{say(words.initialPassword)}</p>
          <LazyBoundary>
            <OwnSessions />
          </LazyBoundary>
        </>
      ) : data ? (
        <Factors factors={data} />
      ) : error ? (
        <LoadFailure message={say(messageOf(error, words.loadFailed))} onRetry={refetch} busy={isFetching} />
      ) : (
        <p role="status" className="flex items-center gap-3 py-2 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </Dialog>
  )
}

function Factors({ factors }: { factors: FactorsReply }) {
  const say = useSay()
  const queryClient = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ name: 'list' })
  const { busy, error, attempt, clearError } = useAttempt(words.failed)

  function show(next: View) {
    clearError()
    setView(next)
    // The pressed button is gone; forms move the focus on by themselves.
    frame.current?.focus()
  }
  const toList = () => show({ name: 'list' })

  /** Runs a change. Where the server wants a confirmation of the identity first, asks for it and runs the change again. */
  async function change(work: () => Promise<void>, explain?: (failure: unknown) => Message) {
    await attempt(async () => {
      try {
        await work()
      } catch (failure) {
        if (!isRefusal(failure, words.confirmFirst)) throw failure
        const before = view
        show({
          name: 'confirm',
          onConfirmed: () => {
            show(before)
            void change(work, explain)
          },
        })
      }
    }, explain)
  }

  const finished = async (message: Message, codes: readonly string[] = []) => {
    toast(message)
    show(codes.length > 0 ? { name: 'codes', codes } : { name: 'list' })
    await queryClient.invalidateQueries({ queryKey: factorsKey })
  }

  const createPasskey = (name: string) =>
    change(
      async () => finished(words.passkeyAdded, (await addPasskey(name)).recovery_codes),
      (failure) => passkeyFailure(failure, words.passkeyNotAdded),
    )
  const renamePasskey = (id: number, name: string) =>
    change(async () => {
      await call('PUT /auth/passkeys/:id', { params: { id }, body: { name } })
      await finished(words.passkeyRenamed)
    })
  const startApp = () => change(async () => show({ name: 'set up app', ...(await call('POST /auth/authenticator')) }))
  const finishApp = (code: string) =>
    change(async () => finished(words.appAdded, (await call('PUT /auth/authenticator', { body: { code } })).recovery_codes))

  const askToRemove = (passkey: Passkey) =>
    show({
      name: 'question',
      question: words.removePasskeyQuestion({ name: passkey.name }),
      consequence: words.removePasskeyConsequence,
      label: words.remove,
      run: async () => {
        await call('DELETE /auth/passkeys/:id', { params: { id: passkey.id } })
        await finished(words.passkeyRemoved)
      },
    })
  const askToTurnOff = () =>
    show({
      name: 'question',
      question: words.turnOffAppQuestion,
      consequence: words.turnOffAppConsequence,
      label: words.turnOffApp,
      run: async () => {
        await call('DELETE /auth/authenticator')
        await finished(words.appRemoved)
      },
    })
  const askForCodes = () =>
    show({
      name: 'question',
      question: words.makeCodesQuestion,
      consequence: words.makeCodesConsequence,
      label: words.makeCodes,
      run: async () => finished(words.codesMade, (await call('POST /auth/recovery-codes')).recovery_codes),
    })

  const cancel = <Button onClick={toList}>{say(messages.actions.cancel)}</Button>

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {view.name === 'list' && (
        <>
          {error && <Banner kind="bad">{say(error)}</Banner>}
          <FactorList
            factors={factors}
            busy={busy}
            onAddPasskey={() => show({ name: 'add passkey' })}
            onRenamePasskey={(passkey) => show({ name: 'rename passkey', passkey })}
            onRemovePasskey={askToRemove}
            onSetUpApp={() => void startApp()}
            onTurnOffApp={askToTurnOff}
            onMakeCodes={askForCodes}
          />
          <LazyBoundary>
            <OwnSessions />
          </LazyBoundary>
        </>
      )}
      {view.name === 'confirm' && (
        <ConfirmIdentity
          hasPassword={factors.has_password}
          hasPasskey={factors.passkeys.length > 0 && factors.passkeys_available && canUsePasskeys()}
          onConfirmed={view.onConfirmed}
          onCancel={toList}
        />
      )}
      {view.name === 'add passkey' && (
        <CodeForm
          kind="name"
          label={words.passkeyName}
          hint={words.passkeyNameHint}
          initial={say(words.passkeyDefaultName({ number: factors.passkeys.length + 1 }))}
          error={error}
          busy={busy}
          onSubmit={(name) => void createPasskey(name)}
        >
          {cancel}
        </CodeForm>
      )}
      {view.name === 'rename passkey' && (
        <CodeForm
          kind="name"
          label={words.passkeyName}
          initial={view.passkey.name}
          error={error}
          busy={busy}
          submitLabel={words.rename}
          onSubmit={(name) => void renamePasskey(view.passkey.id, name)}
        >
          {cancel}
        </CodeForm>
      )}
      {view.name === 'set up app' && (
        <div className="space-y-5">
          <AppSecret secret={view.secret} uri={view.uri} />
          <CodeForm kind="code" label={words.firstCode} error={error} busy={busy} onSubmit={(code) => void finishApp(code)}>
            {cancel}
          </CodeForm>
        </div>
      )}
      {view.name === 'question' && (
        <Question {...view} busy={busy} error={error} onConfirm={() => void change(async () => void (await view.run()))}>
          {cancel}
        </Question>
      )}
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={toList} />}
    </div>
  )
}

type QuestionProps = Pick<Extract<View, { name: 'question' }>, 'question' | 'consequence' | 'label'> & {
  busy: boolean
  error: Message | undefined
  onConfirm: () => void
  children: ReactNode
}

function Question({ question, consequence, label, busy, error, onConfirm, children }: QuestionProps) {
  const say = useSay()
  return (
    <div className="space-y-4">
      <h3 className="text-lg wrap-anywhere">{say(question)}</h3>
      <p>{say(consequence)}</p>
      {error && <Banner kind="bad">{say(error)}</Banner>}
      <div className="flex flex-wrap justify-end gap-2.5">
        {children}
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {say(label)}
        </Button>
      </div>
    </div>
  )
}

type ListProps = {
  factors: FactorsReply
  busy: boolean
  onAddPasskey: () => void
  onRenamePasskey: (passkey: Passkey) => void
  onRemovePasskey: (passkey: Passkey) => void
  onSetUpApp: () => void
  onTurnOffApp: () => void
  onMakeCodes: () => void
}

function FactorList({ factors, busy, ...on }: ListProps) {
  const say = useSay()
  const { passkeys, authenticator_since, recovery_codes_left, has_password } = factors
  const hasFactor = passkeys.length > 0 || authenticator_since !== null
  const isPasskeyPossible = factors.passkeys_available && canUsePasskeys()
  if (!has_password && !hasFactor) return <p>{say(words.noPassword)}</p>
  return (
    <div className="divide-y divide-line">
      <Part title={words.passkeys} hint={words.passkeysHint}>
        {passkeys.length > 0 && (
          <ul className="divide-y divide-line rounded-md border border-line">
            {passkeys.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} onRename={on.onRenamePasskey} onRemove={on.onRemovePasskey} />
            ))}
          </ul>
        )}
        {isPasskeyPossible ? (
          <Button onClick={on.onAddPasskey}>{say(words.addPasskey)}</Button>
        ) : (
          <p className="text-sm text-quiet">{say(messages.secondFactor.passkeysUnavailable)}</p>
        )}
      </Part>
      <Part title={words.app} hint={words.appHint}>
        {authenticator_since !== null && <p>{say(words.appSince({ day: dayIn(say, authenticator_since) }))}</p>}
        {authenticator_since === null ? (
          <Button busy={busy} onClick={on.onSetUpApp}>
            {say(words.setUpApp)}
          </Button>
        ) : (
          <Button onClick={on.onTurnOffApp}>{say(words.turnOffApp)}</Button>
        )}
      </Part>
      {hasFactor && (
        <Part title={words.recoveryCodes} hint={words.recoveryCodesHint}>
          <p>{say(words.codesLeft({ count: recovery_codes_left }))}</p>
          <Button onClick={on.onMakeCodes}>{say(words.makeCodes)}</Button>
        </Part>
      )}
    </div>
  )
}

function Part({ title, hint, children }: { title: Message; hint: Message; children: ReactNode }) {
  const say = useSay()
  return (
    <section className="space-y-3 py-5 first:pt-0 last:pb-0">
      <div>
        <h3 className="text-lg">{say(title)}</h3>
        <p className="text-sm text-quiet">{say(hint)}</p>
      </div>
      {children}
    </section>
  )
}

type EntryProps = { passkey: Passkey; onRename: (passkey: Passkey) => void; onRemove: (passkey: Passkey) => void }

function PasskeyEntry({ passkey, onRename, onRemove }: EntryProps) {
  const say = useSay()
  const { name, created_at, last_used_at } = passkey
  const used = last_used_at === null ? words.neverUsed : words.lastUsedOn({ day: dayIn(say, last_used_at) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-40 grow">
        <p dir="auto" className="text-as-around font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-quiet">
          {say(words.addedOn({ day: dayIn(say, created_at) }))}
          {say(messages.general.factSeparator)}
          {say(used)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={say(words.renameNamed({ name }))} onClick={() => onRename(passkey)}>
          {say(words.rename)}
        </Button>
        <Button size="small" aria-label={say(words.removeNamed({ name }))} onClick={() => onRemove(passkey)}>
          {say(words.remove)}
        </Button>
      </div>
    </li>
  )
}

function dayIn(say: Say, moment: string): string {
  return formatDay(say, dayOf(new Date(moment)))
}
