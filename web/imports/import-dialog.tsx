import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ImportKind, type ImportPreview, type ImportReply, largestImportBytes } from '../../contract/imports.ts'
import { listOf, type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { ApiError, messageOf, NoResponse, refusalOf } from '../api.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useUsers } from '../users/users.api.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportPreviewTable } from './import-preview.tsx'
import { giveFilePasswords, importFile, previewFile, type Target, templateAddress } from './imports.api.ts'
import { InitialPasswords, type Unsaved, useLeaveQuestion, useUnsavedPasswords } from './initial-passwords.tsx'
import { MissingDepartments } from './missing-departments.tsx'
import { downloadWrongRows } from './wrong-rows.ts'

type Stage =
  | { at: 'choosing' }
  | { at: 'checking'; sent: number }
  | { at: 'seen'; file: File; preview: ImportPreview }
  | { at: 'importing'; sent: number }
  | { at: 'setting passwords'; done: number; total: number }
  | { at: 'done'; reply: ImportReply; file: File; preview: ImportPreview }

type Props = { kind: ImportKind; term?: Term | undefined; onClose: () => void }

/** Choose a file, preview it, import it. */
export function ImportDialog({ kind, term, onClose }: Props) {
  const say = useSay()
  const target: Target = { kind, termId: term?.id }
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'choosing' })
  const [failure, setFailure] = useState<Message>()
  // A message may be a function, which React would call.
  const fail = (message: Message) => setFailure(() => message)
  // Of the chosen file: a failed import does not ask again.
  const [ignoresUnknown, setIgnoresUnknown] = useState(false)
  // Of the chosen file too. Another answer is another preview.
  const [creates, setCreates] = useState(false)
  const { unsaved, setUnsaved, leave: leavePasswords, warning } = useUnsavedPasswords()
  const body = useFocusAtEachStage(stage.at)
  const isRunning = stage.at === 'importing' || stage.at === 'setting passwords'
  useLeaveQuestion(isRunning)

  async function choose(file: File) {
    setFailure(undefined)
    setIgnoresUnknown(false)
    setCreates(false)
    if (file.size === 0) return fail(messages.imports.emptyFile)
    if (file.size > largestImportBytes) return fail(messages.imports.tooLarge)
    // A copy in memory: the import uses the previewed content, even if the file changes on disk.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return fail(messages.imports.previewFailed)
    await check(new File([bytes], file.name), false)
  }

  async function check(file: File, creating: boolean) {
    setStage({ at: 'checking', sent: 0 })
    try {
      const preview = await previewFile(target, file, creating, (sent) => setStage({ at: 'checking', sent }))
      setStage({ at: 'seen', file, preview })
    } catch (error) {
      fail(messageOf(error, messages.imports.previewFailed))
      setStage({ at: 'choosing' })
    }
  }

  async function run(file: File, preview: ImportPreview) {
    setFailure(undefined)
    setStage({ at: 'importing', sent: 0 })
    try {
      const reply = await importFile(target, file, preview, creates, (sent) => setStage({ at: 'importing', sent }))
      await setPasswords(file, reply.passwords_left)
      setStage({ at: 'done', reply, file, preview })
    } catch (error) {
      fail(error instanceof NoResponse ? messages.imports.unknownEnd : (refusalOf(error) ?? messages.imports.failed))
      // The data changed since the preview, so a new preview is shown.
      if (error instanceof ApiError && error.status === 409) return check(file, creates)
      setStage({ at: 'seen', file, preview })
    } finally {
      void queryClient.invalidateQueries()
    }
  }

  async function setPasswords(file: File, total: number) {
    if (total === 0) return
    setStage({ at: 'setting passwords', done: 0, total })
    try {
      await giveFilePasswords(file, total, (done) => setStage({ at: 'setting passwords', done, total }))
    } catch {
      // The rows are imported; choosing the same file again resumes the passwords.
      fail(messages.imports.passwordsFailed)
    }
  }

  function leave(then: () => void) {
    if (isRunning) return
    leavePasswords(() => {
      setFailure(undefined)
      then()
    })
  }
  const startOver = () => leave(() => setStage({ at: 'choosing' }))
  const close = () => leave(onClose)

  return (
    <Dialog
      open
      wide="table"
      onClose={close}
      title={say(messages.imports.titles[target.kind])}
      description={say(purposeOf(kind, term))}
    >
      <div ref={body} tabIndex={-1} className="space-y-4 outline-none">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        {warning}
        {stage.at === 'choosing' && (
          <>
            {!unsaved && <FileDrop onFile={(file) => void choose(file)} />}
            {!unsaved && <Help target={target} />}
            {kind === 'users' && <UsersWithoutPassword onUnsaved={setUnsaved} />}
          </>
        )}
        {(stage.at === 'checking' || stage.at === 'importing') && (
          <Working
            label={say(messages.imports.steps[stage.sent < 1 ? 'sending' : stage.at])}
            share={stage.sent < 1 ? stage.sent : undefined}
          />
        )}
        {stage.at === 'setting passwords' && (
          <Working
            label={say(messages.imports.settingPasswords({ done: stage.done, total: stage.total }))}
            share={stage.done / stage.total}
          />
        )}
        {stage.at === 'seen' && (
          <Seen
            kind={kind}
            fileName={stage.file.name}
            preview={stage.preview}
            ignoresUnknown={ignoresUnknown}
            onIgnoreUnknown={setIgnoresUnknown}
            creates={creates}
            onCreate={(creating) => {
              setCreates(creating)
              void check(stage.file, creating)
            }}
            importLabel={importLabels[kind]}
            onImport={() => void run(stage.file, stage.preview)}
            onOther={startOver}
          />
        )}
        {stage.at === 'done' && (
          <>
            <Banner kind="good">{stage.reply.message}</Banner>
            {stage.reply.skipped > 0 && (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p>{say(messages.imports.skipped({ count: stage.reply.skipped }))}</p>
                <WrongRowsButton fileName={stage.file.name} preview={stage.preview} />
              </div>
            )}
            {stage.reply.without_password.length > 0 && (
              <InitialPasswords userIds={stage.reply.without_password} onUnsaved={setUnsaved} />
            )}
            <Buttons>
              <Button onClick={startOver}>{say(messages.imports.importAnother)}</Button>
              <Button look="primary" onClick={close}>
                {say(messages.actions.done)}
              </Button>
            </Buttons>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The pressed button unmounts with its stage, so focus moves to the start of the next one. */
function useFocusAtEachStage(at: Stage['at']) {
  const body = useRef<HTMLDivElement>(null)
  const last = useRef(at)
  useEffect(() => {
    if (last.current !== at) body.current?.focus({ preventScroll: true })
    last.current = at
  }, [at])
  return body
}

function Working({ label, share }: { label: string; share: number | undefined }) {
  return (
    <div role="status" className="py-10">
      <ProgressBar label={label} share={share} />
    </div>
  )
}

const { users, scores, departments, activities } = messages.imports.columns
const help = {
  users: [users.who, users.empty, users.codes, users.password],
  scores: [scores.who, scores.empty],
  departments: [departments.who, departments.empty],
  activities: [activities.who, activities.empty, activities.codes],
} as const

const importLabels = {
  users: messages.imports.importUsers,
  scores: messages.imports.importScores,
  departments: messages.imports.importDepartments,
  activities: messages.imports.importActivities,
} as const

function purposeOf(kind: ImportKind, term: Term | undefined): Message {
  const { purpose } = messages.imports
  return kind === 'scores' ? purpose.scores({ term: term?.name ?? '' }) : purpose[kind]
}

function Help({ target }: { target: Target }) {
  const say = useSay()
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">{say(messages.imports.template)}</span>
        {(['csv', 'xlsx'] as const).map((format) => (
          <a
            key={format}
            href={templateAddress(target, format)}
            download={`${say(messages.imports.templateFile[target.kind])}.${format}`}
            className="inline-flex min-h-6 items-center font-medium text-brand underline underline-offset-2"
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-quiet">
        {help[target.kind].map((sentence) => (
          <li key={sentence.key}>{say(sentence)}</li>
        ))}
      </ul>
    </div>
  )
}

/** The users without a password from an earlier import. */
function UsersWithoutPassword({ onUnsaved }: { onUnsaved: (unsaved: Unsaved) => void }) {
  const { data: users } = useUsers()
  const [ids, setIds] = useState<readonly number[]>()
  const without = users?.filter(({ can_sign_in }) => !can_sign_in).map(({ id }) => id)
  // The list is fixed while passwords are generated, because users leave it one by one.
  if (!ids && without && without.length > 0) setIds(without)
  return ids && <InitialPasswords userIds={ids} onUnsaved={onUnsaved} />
}

type SeenProps = {
  kind: ImportKind
  fileName: string
  preview: ImportPreview
  ignoresUnknown: boolean
  onIgnoreUnknown: (ignores: boolean) => void
  /** The departments of users that do not exist yet. */
  creates: boolean
  onCreate: (creates: boolean) => void
  importLabel: (values: { count: number }) => Message
  onImport: () => void
  onOther: () => void
}

function Seen({ kind, fileName, preview, ignoresUnknown, onIgnoreUnknown, importLabel, onImport, onOther, ...props }: SeenProps) {
  const say = useSay()
  // A server of the release before sends no missing departments.
  const { counts, passwords, unknown, missing_departments: missing = [] } = preview
  const toWrite = counts.new + counts.changed
  const isUseful = toWrite > 0 || passwords > 0
  const quoted = (name: string) => messages.imports.quoted({ name: name.length > 60 ? `${name.slice(0, 60)}…` : name })
  return (
    <>
      {counts.wrong > 0 ? (
        <Banner kind="bad">
          {say((isUseful ? messages.imports.fixOrSkip : messages.imports.fixErrors)({ count: counts.wrong }))}
        </Banner>
      ) : (
        toWrite === 0 && (
          <Banner kind="good">
            {say(passwords > 0 ? messages.imports.passwordsToSet({ count: passwords }) : messages.imports.nothingToDo)}
          </Banner>
        )
      )}
      {missing.length > 0 && <MissingDepartments missing={missing} {...props} />}
      <ImportPreviewTable kind={kind} fileName={fileName} preview={preview} />
      {unknown.length > 0 && (
        <div className="rounded-md border border-line bg-sunk px-4 py-3 text-sm">
          <p className="wrap-anywhere">
            {say(messages.imports.unknown({ count: unknown.length, names: listOf(unknown.map(quoted)) }))}
          </p>
          {isUseful && (
            <label className="mt-1 flex min-h-8 w-fit cursor-pointer items-center gap-2.5 font-medium">
              <input
                type="checkbox"
                checked={ignoresUnknown}
                onChange={(event) => onIgnoreUnknown(event.target.checked)}
                className="size-4.5 accent-brand"
              />
              {say(messages.imports.ignoreUnknown({ count: unknown.length }))}
            </label>
          )}
        </div>
      )}
      <Buttons>
        <Button onClick={onOther}>{say(messages.imports.chooseAnother)}</Button>
        {counts.wrong > 0 && <WrongRowsButton fileName={fileName} preview={preview} />}
        {isUseful && (
          <Button look="primary" disabled={unknown.length > 0 && !ignoresUnknown} onClick={onImport}>
            {say(
              counts.wrong > 0
                ? messages.imports.importGoodRows({ count: preview.rows.length - counts.wrong })
                : toWrite > 0
                  ? importLabel({ count: toWrite })
                  : messages.imports.setPasswords({ count: passwords }),
            )}
          </Button>
        )}
      </Buttons>
    </>
  )
}

function WrongRowsButton({ fileName, preview }: { fileName: string; preview: ImportPreview }) {
  const say = useSay()
  return (
    <Button
      title={say(messages.imports.wrongRowsWithoutPasswords)}
      onClick={() => void downloadWrongRows(say, fileName, preview)}
    >
      <Download aria-hidden="true" className="size-4" />
      {say(messages.imports.downloadWrongRows({ count: preview.counts.wrong }))}
    </Button>
  )
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2.5 max-sm:*:grow">{children}</div>
}
