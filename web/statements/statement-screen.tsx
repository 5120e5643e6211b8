import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Download, Lock, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { roles, titleName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { Statement } from '../../contract/statements.ts'
import { useBranding } from '../branding/branding.ts'
import { Letterhead } from '../branding/letterhead.tsx'
import { useRights } from '../entities/accounts/rights.ts'
import { type PaperLanguage, PaperLanguagePicker } from '../entities/statements/paper-language.tsx'
import { downloadPaper, useStatement } from '../entities/statements/statements.api.ts'
import { useTermInAddress } from '../entities/terms/term-in-address.ts'
import { termName } from '../entities/terms/term-name.ts'
import { TermPicker } from '../entities/terms/term-picker.tsx'
import { alertFailure } from '../http/alerts.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { SeenLine } from '../last-seen/seen-line.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { dayOf, today } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Spinner } from '../ui/spinner.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementQuestions } from './statement-questions.tsx'
import { StatementSum } from './statement-sum.tsx'

const route = getRouteApi(pages.statement)

/** The screen of the statement. The frame around it gives each signed-in user a new cache, and loads again what a notice may have changed. */
export function StatementScreen() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-4xl grow flex-col gap-4 px-4 py-5 @max-xs/page:px-2 sm:px-8 sm:py-7 print:p-0"
    >
      <SeenLine isUnderBar />
      <StatementPage />
    </main>
  )
}

/** The page is the same for the member, for the head of the department and for administrators. */
function StatementPage() {
  const say = useSay()
  const user = useSession()
  const { user_id } = route.useSearch()
  const isStaff = user?.role_id === roles.staff
  const userId = user_id ?? (isStaff ? user?.id : undefined)
  const {
    terms: { data: terms, isPending: areTermsMissing },
    termInAddress: termId,
    chooseTerm,
  } = useTermInAddress()
  const { data, isLoadingError, error, isFetching, refetch } = useStatement(userId, termId)
  // The sheet is rendered together with the picker above it, to avoid a layout shift on a phone.
  const statement = areTermsMissing ? undefined : data
  usePageTitle(say(messages.statements.title), statement?.member.name ?? '', useBranding().portal_title)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 print:hidden">
        <WayBack isStaff={isStaff} isOwn={userId === user?.id} />
        <div className="flex max-w-full flex-wrap items-center gap-2.5">
          {(statement || isLoadingError) && (
            <TermPicker
              terms={terms}
              chosen={terms?.find(({ id, is_current }) => (termId === undefined ? is_current : id === termId))}
              onChoose={chooseTerm}
            />
          )}
          {statement && <Print />}
          {statement && <PaperButton statement={statement} />}
        </div>
      </div>
      {userId === undefined ? (
        <Nothing title={say(messages.statements.noMember)}>
          <p>{say(messages.statements.chooseMember)}</p>
        </Nothing>
      ) : isLoadingError ? (
        <>
          <h1 className="sr-only">{say(messages.statements.title)}</h1>
          <LoadFailure message={say(refusalOf(error) ?? messages.statements.loadFailed)} onRetry={refetch} busy={isFetching} />
        </>
      ) : statement === undefined ? (
        <>
          <h1 className="sr-only">{say(messages.statements.title)}</h1>
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        </>
      ) : (
        <Sheet statement={statement} />
      )}
    </>
  )
}

function Nothing({ title, children }: { title: string; children: ReactNode }) {
  const say = useSay()
  return (
    <>
      <h1 className="sr-only">{say(messages.statements.title)}</h1>
      <EmptyState title={title}>{children}</EmptyState>
    </>
  )
}

/** The link back. A head of department goes back to its members, who are on the head's own dashboard. */
function WayBack({ isStaff, isOwn }: { isStaff: boolean; isOwn: boolean }) {
  const say = useSay()
  const { term } = route.useSearch()
  const { pageOfMembers: home } = useRights()
  const look = 'inline-flex min-h-10 max-sm:min-h-11 items-center gap-2 rounded-md pe-3 font-medium text-brand hover:underline'
  const search = { tab: isOwn ? 'your-activity' : 'staff', ...(term === undefined ? {} : { term }) }
  return (
    <Link to={isOwn && isStaff ? pages.staffDashboard : home} search={search} className={look}>
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
      {say(
        isOwn ? messages.panels.yourActivity : home === pages.staffDashboard ? messages.fields.members : messages.panels.staff,
      )}
    </Link>
  )
}

function Print() {
  const say = useSay()
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      {say(messages.actions.print)}
    </Button>
  )
}

function PaperButton({ statement: { member, term } }: { statement: Statement }) {
  const say = useSay()
  const [isMaking, setIsMaking] = useState(false)
  const [language, setLanguage] = useState<PaperLanguage>()

  async function make() {
    setIsMaking(true)
    try {
      await downloadPaper(say, member.id, term.id, language)
    } catch (error) {
      alertFailure(error, messages.statements.pdfFailed, 'statement-pdf')
    } finally {
      setIsMaking(false)
    }
  }

  return (
    <>
      <PaperLanguagePicker chosen={language} onChoose={setLanguage} />
      <Button look="primary" busy={isMaking} onClick={() => void make()}>
        {!isMaking && <Download aria-hidden="true" className="size-4" />}
        {say(messages.statements.pdf)}
      </Button>
    </>
  )
}

function Sheet({ statement }: { statement: Statement }) {
  const say = useSay()
  const language = useLanguage()
  return (
    <article
      aria-labelledby="statement-of"
      className="rounded-lg border border-line bg-card shadow-soft print:border-0 print:shadow-none"
    >
      <Letterhead />
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 px-4 pt-6 pb-5 sm:px-8 print:px-0">
        <div className="min-w-0">
          <p className="text-[0.8125rem] font-medium text-quiet">{say(messages.statements.title)}</p>
          <h1 id="statement-of" className="mt-1 text-[1.75rem] wrap-anywhere">
            <bdi>{statement.member.name}</bdi>
          </h1>
          <p className="mt-1 text-quiet wrap-anywhere">
            {say(titleName(statement.member.title))} ·{' '}
            <bdi>{localized(language, statement.member, 'department_name') ?? say(messages.departments.unknown)}</bdi>
          </p>
        </div>
        <TermNote term={statement.term} rules={statement.rules} />
      </header>
      <StatementSum statement={statement} />
      <StatementLines statement={statement} />
      <StatementQuestions statement={statement} />
      <p className="hidden pt-6 text-xs text-quiet print:block">
        {say(messages.statements.printed({ day: formatDay(say, today()) }))}
      </p>
    </article>
  )
}

function TermNote({ term, rules }: Pick<Statement, 'term' | 'rules'>) {
  const say = useSay()
  const { closing } = term
  return (
    <div className="sm:text-end">
      <p className="font-serif text-lg font-semibold">
        <bdi>{termName(term)}</bdi>
      </p>
      <p className="text-sm text-quiet">
        <bdi>
          {say(messages.statements.termDays({ from: formatDay(say, term.start_date), to: formatDay(say, term.end_date) }))}
        </bdi>
      </p>
      <p className="inline-flex items-center gap-1.5 text-sm text-quiet">
        {closing && <Lock aria-hidden="true" className="size-3.5 shrink-0 text-brass" />}
        <bdi>{say(closing ? frozenAt(say, closing) : messages.statements.open)}</bdi>
      </p>
      <p className="text-sm text-quiet">
        <bdi>{say(messages.rules.named({ number: rules.number, day: formatDay(say, dayOf(new Date(rules.published_at))) }))}</bdi>
      </p>
    </div>
  )
}

function frozenAt(say: Say, { closed_at, closed_by, number }: NonNullable<Statement['term']['closing']>): Message {
  const { frozen, frozenAgain } = messages.statements
  const day = formatDay(say, dayOf(new Date(closed_at)))
  const by = accountName(say, closed_by)
  return number === 1 ? frozen({ day, by }) : frozenAgain({ day, by, number })
}
