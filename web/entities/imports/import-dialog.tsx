import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportReading } from '../../../contract/import-reading.ts'
import {
  type ImportDeclaration,
  type ImportKind,
  type ImportPreview,
  type ImportReply,
  type ImportRow,
  importDeclarations,
} from '../../../contract/imports.ts'
import { listOf, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { largestImportBytes, mostReadingBytes } from '../../../contract/limits.ts'
import { pages } from '../../../contract/pages.ts'
import type { Term } from '../../../contract/terms.ts'
import { ApiError, messageOf, NoResponse, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TellNewMembers } from '../invitations/tell-new-members.tsx'
import { useUsers } from '../members/users.api.ts'
import { termName } from '../terms/term-name.ts'
import { Agreement } from './agreement.tsx'
import { CorrectionsSection } from './corrections.tsx'
import { FileColumns, isAsking } from './file-columns.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportPreviewTable } from './import-preview.tsx'
import { ImportedBefore } from './imported-before.tsx'
import { type Choices, giveFilePasswords, importFile, previewFile, type Target, templateAddress } from './imports.api.ts'
import { InitialPasswords, type Unsaved, useLeaveQuestion, useUnsavedPasswords } from './initial-passwords.tsx'
import { MissingDepartments } from './missing-departments.tsx'
import { RowCorrection } from './row-correction.tsx'
import { downloadWrongRows } from './wrong-rows.ts'

type Stage =
  | { at: 'choosing' }
  | { at: 'checking'; sent: number }
  | { at: 'seen'; file: File; preview: ImportPreview }
  | { at: 'importing'; sent: number }
  | { at: 'setting passwords'; done: number; total: number }
  | { at: 'done'; reply: ImportReply; file: File; preview: ImportPreview }

const noChoices: Choices = { reading: {}, creates: false }

type Props = { kind: ImportKind; term?: Term | undefined; onClose: () => void }

/** The dialog of an import: choose a file, preview it, import it. */
export function ImportDialog({ kind, term, onClose }: Props) {
  const say = useSay()
  const target: Target = { kind, termId: term?.id }
  const declared: ImportDeclaration = importDeclarations[kind]
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ at: 'choosing' })
  const [failure, setFailure] = useState<Message>()
  // A message may be a function, which React would call.
  const fail = (message: Message) => setFailure(() => message)
  // The answer belongs to the chosen file: a failed import does not ask again.
  const [ignoresUnknown, setIgnoresUnknown] = useState(false)
  // The choices belong to the chosen file, too. Another choice is another preview.
  const [choices, setChoices] = useState<Choices>(noChoices)
  const [isCheckingAgain, setIsCheckingAgain] = useState(false)
  const latest = useRef<Choices>(noChoices)
  const { unsaved, setUnsaved, leave: leavePasswords, warning } = useUnsavedPasswords()
  const body = useFocusAtEachStage(stage.at)
  const isRunning = stage.at === 'importing' || stage.at === 'setting passwords'
  useLeaveQuestion(isRunning)

  async function choose(file: File) {
    setFailure(undefined)
    setIgnoresUnknown(false)
    take(noChoices)
    if (file.size === 0) return fail(messages.imports.emptyFile)
    if (file.size > largestImportBytes) return fail(messages.imports.tooLarge)
    // The file is copied into memory: the import uses the previewed content, even if the file changes on disk.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return fail(messages.imports.previewFailed)
    await check(new File([bytes], file.name), noChoices)
  }

  function take(chosen: Choices) {
    latest.current = chosen
    setChoices(chosen)
  }

  async function check(file: File, chosen: Choices) {
    setStage({ at: 'checking', sent: 0 })
    try {
      const preview = await previewFile(target, file, chosen, (sent) => setStage({ at: 'checking', sent }))
      setStage({ at: 'seen', file, preview })
    } catch (error) {
      fail(messageOf(error, messages.imports.previewFailed))
      setStage({ at: 'choosing' })
    }
  }

  /** Checks the file with other choices. The former preview stays meanwhile, so that several choices can be made in a row. */
  async function checkAgain(file: File, chosen: Choices) {
    const before = choices
    setFailure(undefined)
    if (new Blob([JSON.stringify(chosen.reading)]).size > mostReadingBytes) return fail(messages.ownFiles.tooManyCorrections)
    take(chosen)
    setIsCheckingAgain(true)
    const isLatest = () => latest.current === chosen
    try {
      const preview = await previewFile(target, file, chosen, () => {})
      if (!isLatest()) return
      setStage({ at: 'seen', file, preview })
    } catch (error) {
      if (!isLatest()) return
      fail(messageOf(error, messages.imports.previewFailed))
      take(before)
    }
    setIsCheckingAgain(false)
  }

  async function run(file: File, preview: ImportPreview) {
    setFailure(undefined)
    setStage({ at: 'importing', sent: 0 })
    try {
      const reply = await importFile(target, file, preview, choices, (sent) => setStage({ at: 'importing', sent }))
      await setPasswords(file, reply.passwords_left)
      setStage({ at: 'done', reply, file, preview })
    } catch (error) {
      fail(error instanceof NoResponse ? messages.imports.unknownEnd : (refusalOf(error) ?? messages.imports.failed))
      // The data changed since the preview, so a new preview is shown.
      if (error instanceof ApiError && error.status === 409) return check(file, choices)
      setStage({ at: 'seen', file, preview })
    } finally {
      void queryClient.invalidateQueries()
    }
  }

  async function setPasswords(file: File, total: number) {
    if (total === 0) return
    setStage({ at: 'setting passwords', done: 0, total })
    try {
      await giveFilePasswords(file, choices.reading, total, (done) => setStage({ at: 'setting passwords', done, total }))
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
  const startOver = () =>
    leave(() => {
      take(noChoices)
      setIsCheckingAgain(false)
      setStage({ at: 'choosing' })
    })
  const close = () => leave(onClose)
  const importId = stage.at === 'done' && stage.reply.import_id
  const seeChanges = (id: number) =>
    leave(() => void navigate({ to: pages.adminDashboard, search: { tab: 'imports', import: id } }))

  return (
    <Dialog
      open
      wide="table"
      onClose={close}
      title={say(messages.imports.titles[kind])}
      description={say(declared.purpose({ term: term ? termName(term) : '' }))}
    >
      <div ref={body} tabIndex={-1} className="space-y-4 outline-none">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        {warning}
        {stage.at === 'choosing' && (
          <>
            {!unsaved && <FileDrop onFile={(file) => void choose(file)} />}
            {!unsaved && <Help target={target} sentences={declared.help} />}
            {declared.setsPasswords && <UsersWithoutPassword onUnsaved={setUnsaved} />}
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
            declared={declared}
            fileName={stage.file.name}
            preview={stage.preview}
            ignoresUnknown={ignoresUnknown}
            onIgnoreUnknown={setIgnoresUnknown}
            choices={choices}
            onChoose={(chosen) => void checkAgain(stage.file, { ...choices, ...chosen })}
            isCheckingAgain={isCheckingAgain}
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
              {importId && <Button onClick={() => seeChanges(importId)}>{say(messages.importBatches.seeChanges)}</Button>}
              <TellNewMembers ids={stage.reply.new_users ?? []} />
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

function Help({ target, sentences }: { target: Target; sentences: readonly Message[] }) {
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
            className="inline-flex relative touch-area min-h-6 items-center font-medium text-brand underline underline-offset-2"
          >
            {format.toUpperCase()}
          </a>
        ))}
        <Link
          to={pages.adminDashboard}
          search={{ tab: 'imports' }}
          className="ms-auto inline-flex relative touch-area min-h-6 items-center font-medium text-brand underline underline-offset-2"
        >
          {say(messages.importBatches.link)}
        </Link>
      </p>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-quiet">
        {sentences.map((sentence) => (
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
  declared: ImportDeclaration
  fileName: string
  preview: ImportPreview
  ignoresUnknown: boolean
  onIgnoreUnknown: (ignores: boolean) => void
  choices: Choices
  onChoose: (chosen: Partial<Choices>) => void
  /** Whether the preview is that of the choices before. */
  isCheckingAgain: boolean
  onImport: () => void
  onOther: () => void
}

function Seen({ declared, fileName, preview, ignoresUnknown, onIgnoreUnknown, onImport, onOther, ...props }: SeenProps) {
  const say = useSay()
  const { choices, onChoose, isCheckingAgain } = props
  const [correcting, setCorrecting] = useState<ImportRow>()
  // A server of the previous release sends neither missing departments nor how it read the file.
  const { counts, passwords, unknown, missing_departments: missing = [], reading, corrections } = preview
  const isAsked = reading !== undefined && isAsking(reading)
  const toWrite = counts.new + counts.changed
  const isUseful = toWrite > 0 || passwords > 0
  const quoted = (name: string) => messages.imports.quoted({ name: name.length > 60 ? `${name.slice(0, 60)}…` : name })

  function correct(change: ImportReading) {
    setCorrecting(undefined)
    onChoose({ reading: { ...choices.reading, ...change } })
  }

  return (
    <>
      {!isAsked && <OutcomeBanner preview={preview} isUseful={isUseful} />}
      {missing.length > 0 && (
        <MissingDepartments missing={missing} creates={choices.creates} onCreate={(creates) => onChoose({ creates })} />
      )}
      <ImportedBefore last={preview.imported_before} />
      {reading && (
        <FileColumns
          // The columns of another header are others.
          key={reading.header_row}
          reading={reading}
          onChange={(change) => onChoose({ reading: change.columns ? { ...choices.reading, ...change } : change })}
        />
      )}
      {reading && corrections && (
        <CorrectionsSection corrections={corrections} columns={reading.choices} reading={choices.reading} onChange={correct} />
      )}
      {corrections && correcting && (
        <RowCorrection
          key={correcting.row}
          row={correcting}
          corrections={corrections}
          onCorrect={(cells) => correct({ cells: [...(choices.reading.cells ?? []), ...cells] })}
          onLeaveOut={() => correct({ left_out: [...(choices.reading.left_out ?? []), correcting.row] })}
          onCancel={() => setCorrecting(undefined)}
        />
      )}
      {!isAsked && (
        <ImportPreviewTable
          isOfPeople={declared.isOfPeople}
          fileName={fileName}
          preview={preview}
          onCorrect={corrections && setCorrecting}
        />
      )}
      {!isAsked && unknown.length > 0 && (
        <Agreement
          text={messages.imports.unknown({ count: unknown.length, names: listOf(unknown.map(quoted)) })}
          label={messages.imports.ignoreUnknown({ count: unknown.length })}
          isChecked={ignoresUnknown}
          onCheck={isUseful ? onIgnoreUnknown : undefined}
        />
      )}
      <Buttons>
        <Button onClick={onOther}>{say(messages.imports.chooseAnother)}</Button>
        {counts.wrong > 0 && <WrongRowsButton fileName={fileName} preview={preview} />}
        {isUseful && (
          <Button look="primary" busy={isCheckingAgain} disabled={unknown.length > 0 && !ignoresUnknown} onClick={onImport}>
            {say(
              counts.wrong > 0
                ? messages.imports.importGoodRows({ count: preview.rows.length - counts.wrong })
                : toWrite > 0
                  ? declared.importLabel({ count: toWrite })
                  : messages.imports.setPasswords({ count: passwords }),
            )}
          </Button>
        )}
      </Buttons>
    </>
  )
}

function OutcomeBanner({ preview: { counts, passwords }, isUseful }: { preview: ImportPreview; isUseful: boolean }) {
  const say = useSay()
  const { fixOrSkip, fixErrors, passwordsToSet, nothingToDo } = messages.imports
  if (counts.wrong > 0) return <Banner kind="bad">{say((isUseful ? fixOrSkip : fixErrors)({ count: counts.wrong }))}</Banner>
  if (counts.new + counts.changed > 0) return null
  return <Banner kind="good">{say(passwords > 0 ? passwordsToSet({ count: passwords }) : nothingToDo)}</Banner>
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
