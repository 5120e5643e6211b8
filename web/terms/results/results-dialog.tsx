import { Download, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { Term } from '../../../contract/terms.ts'
import { useRights } from '../../entities/accounts/rights.ts'
import { useOverview } from '../../entities/overview/overview.api.ts'
import { type PaperLanguage, PaperLanguagePicker } from '../../entities/statements/paper-language.tsx'
import { termName } from '../../entities/terms/term-name.ts'
import { NoResponse, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { downloadCounted, type Progress, type ResultsRoute } from './results.api.ts'

const words = messages.results

interface Running {
  route: ResultsRoute
  progress: Progress
}
type Failure = { route: ResultsRoute; message: Message }

const failures: Readonly<Record<ResultsRoute, Message>> = {
  'GET /results/report': words.reportFailed,
  'GET /results/statements': words.statementsFailed,
  'GET /results/archive': words.archiveFailed,
}

/** The state of one download at a time; closing the dialog cancels it. */
function useDownload(termId: number, language: PaperLanguage) {
  const [running, setRunning] = useState<Running>()
  const [failure, setFailure] = useState<Failure>()
  const canceling = useRef<AbortController>(undefined)
  useEffect(() => () => canceling.current?.abort(), [])

  async function start(route: ResultsRoute, otherwise: string, departmentId?: number) {
    const controller = new AbortController()
    canceling.current = controller
    setFailure(undefined)
    setRunning({ route, progress: undefined })
    const wanted = { route, query: { term_id: termId, department_id: departmentId, language }, otherwise }
    try {
      const file = await downloadCounted(wanted, controller.signal, (progress) => setRunning({ route, progress }))
      toast(words.saved({ file }))
    } catch (error) {
      if (controller.signal.aborted) toast(words.canceled)
      else setFailure({ route, message: refusalOf(error) ?? (error instanceof NoResponse ? words.cut : failures[route]) })
    }
    setRunning(undefined)
  }

  return { running, failure, start, cancel: () => canceling.current?.abort() }
}
type Downloads = ReturnType<typeof useDownload>

/** The dialog for the files of a term: its report, all statements, and once it is closed a signed archive. */
export function ResultsDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const [paperLanguage, setPaperLanguage] = useState<PaperLanguage>()
  const downloads = useDownload(term.id, paperLanguage)
  const isClosed = term.status === 'closed'
  const { isAdmin } = useRights()
  return (
    <Dialog open onClose={onClose} title={say(words.title({ term: termName(term) }))}>
      <div className="mb-4 flex">
        <PaperLanguagePicker
          chosen={paperLanguage}
          onChoose={setPaperLanguage}
          disabled={downloads.running !== undefined}
          className="min-h-11 w-full"
        />
      </div>
      <div className="-mx-6 -mb-6 divide-y divide-line border-t border-line">
        <Part
          title={words.report}
          meaning={[words.reportMeaning, ...(isClosed ? [] : [words.reportIsPreliminary])]}
          route="GET /results/report"
          downloads={downloads}
          label={words.downloadReport}
          onStart={() => void downloads.start('GET /results/report', 'report.pdf')}
        />
        <Statements term={term} downloads={downloads} />
        {/* Closing and keeping a term is for administrators. */}
        {isAdmin && (
          <Part
            title={words.archive}
            meaning={[words.archiveMeaning, ...(isClosed ? [words.archiveCheck({ address: checkAddress() })] : [])]}
            refusal={isClosed ? undefined : words.archiveNeedsClosed}
            route="GET /results/archive"
            downloads={downloads}
            label={words.downloadArchive}
            onStart={() => void downloads.start('GET /results/archive', 'archive.zip')}
          />
        )}
      </div>
    </Dialog>
  )
}

function checkAddress() {
  return `${window.location.host}/check`
}

function Statements({ term, downloads }: { term: Term; downloads: Downloads }) {
  const say = useSay()
  const language = useLanguage()
  const [departmentId, setDepartmentId] = useState('')
  const { data, isLoadingError, error, refetch, isFetching } = useOverview(term.id, undefined)
  const isEmpty = data?.all.members === 0
  const count = (members: number) => messages.general.memberCount({ count: members })
  return (
    <Part
      title={words.statements}
      meaning={[words.statementsMeaning]}
      refusal={isEmpty ? words.noMembers : undefined}
      route="GET /results/statements"
      downloads={downloads}
      label={words.downloadStatements}
      onStart={() =>
        void downloads.start('GET /results/statements', 'statements.pdf', departmentId === '' ? undefined : Number(departmentId))
      }
    >
      {isLoadingError ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? words.departmentsFailed)} onRetry={refetch} busy={isFetching} />
      ) : (
        <SelectField
          label={say(words.whose)}
          value={departmentId}
          disabled={downloads.running !== undefined}
          onChange={(event) => setDepartmentId(event.target.value)}
        >
          <option value="">{say(words.everybody({ members: count(data?.all.members ?? term.staff_count) }))}</option>
          {data?.departments.map((row) =>
            row.department_id === null ? null : (
              <option key={row.department_id} value={row.department_id}>
                {say(
                  words.departmentMembers({
                    department: localized(language, row, 'department_name') ?? '',
                    members: count(row.members),
                  }),
                )}
              </option>
            ),
          )}
        </SelectField>
      )}
    </Part>
  )
}

type PartProps = {
  title: Message
  meaning: readonly Message[]
  /** The reason why the file is not available now. */
  refusal?: Message | undefined
  route: ResultsRoute
  downloads: Downloads
  label: Message
  onStart: () => void
  children?: ReactNode
}

/** A file of the term. One button starts the download and then cancels it, so that focus stays where it is. */
function Part({ title, meaning, refusal, route, downloads, label, onStart, children }: PartProps) {
  const say = useSay()
  const id = useId()
  const { running, failure, cancel } = downloads
  const own = running?.route === route ? running : undefined
  return (
    <section aria-labelledby={id} className="space-y-3 px-6 py-5">
      <div>
        <h3 id={id} className="text-base">
          {say(title)}
        </h3>
        {meaning.map((message) => (
          <p key={message.key} className="mt-0.5 text-sm text-quiet">
            <bdi>{say(message)}</bdi>
          </p>
        ))}
      </div>
      {refusal ? (
        <p className="border-s-2 border-brass ps-3 text-sm">{say(refusal)}</p>
      ) : (
        <>
          {children}
          {failure?.route === route && <Banner kind="bad">{say(failure.message)}</Banner>}
          {own && <ProgressBar label={say(progressText(own))} share={own.progress && own.progress.done / own.progress.total} />}
          <Button onClick={own ? cancel : onStart} disabled={running !== undefined && !own}>
            {own ? <X aria-hidden="true" className="size-4" /> : <Download aria-hidden="true" className="size-4" />}
            {say(own ? messages.actions.cancel : label)}
          </Button>
        </>
      )}
    </section>
  )
}

function progressText({ route, progress }: Running): Message {
  if (!progress) return route === 'GET /results/report' ? messages.general.loading : words.preparing
  return progress.done < progress.total ? words.progress(progress) : words.finishing
}
