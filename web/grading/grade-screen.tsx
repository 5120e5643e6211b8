import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { roles } from '../../contract/codes.ts'
import { type Bands, hasNothingYet } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useBranding } from '../branding/branding.ts'
import { useMember } from '../entities/postings/posted-activities.api.ts'
import { useBandsOf, useRules } from '../entities/rules/rules.api.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { SeenLine } from '../last-seen/seen-line.tsx'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Spinner } from '../ui/spinner.tsx'
import { GradeScale } from './grade-scale.tsx'
import { positionOf } from './position.ts'

const route = getRouteApi(pages.grade)

/** The screen of the grade scale. The frame around it gives each signed-in user a new cache. */
export function GradeScreen() {
  const say = useSay()
  const user = useSession()
  usePageTitle(say(messages.grading.scaleTitle), useBranding().portal_title)
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-6xl grow flex-col gap-4 px-4 py-5 sm:px-8 sm:py-7">
      <h1 className="sr-only">{say(messages.grading.scaleTitle)}</h1>
      <SeenLine isUnderBar />
      <WayBack isStaff={user?.role_id === roles.staff} />
      <LoadedScale userId={user?.role_id === roles.staff ? user.id : undefined} />
    </main>
  )
}

function WayBack({ isStaff }: { isStaff: boolean }) {
  const say = useSay()
  const { term } = route.useSearch()
  const look =
    'inline-flex min-h-10 max-sm:min-h-11 items-center gap-2 self-start rounded-md pe-3 font-medium text-brand hover:underline'
  const arrow = <ArrowLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
  return isStaff ? (
    <Link to={pages.staffDashboard} search={{ tab: 'your-activity', ...(term === undefined ? {} : { term }) }} className={look}>
      {arrow}
      {say(messages.panels.yourActivity)}
    </Link>
  ) : (
    <Link to={pages.adminDashboard} className={look}>
      {arrow}
      {say(messages.pages.wayHome)}
    </Link>
  )
}

/** The scale with the bands of the term, from its own version of the rules. */
function LoadedScale({ userId }: { userId: number | undefined }) {
  const say = useSay()
  const { term: termId } = route.useSearch()
  const rules = useRules()
  const terms = useTerms()
  const bands = useBandsOf(termId)
  if (rules.isLoadingError || terms.isLoadingError) {
    return (
      <LoadFailure
        message={say(rules.isLoadingError ? messages.rules.loadFailed : messages.terms.loadFailed)}
        onRetry={rules.isLoadingError ? rules.refetch : terms.refetch}
      />
    )
  }
  if (!bands) {
    return (
      <p role="status" className="m-auto flex items-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }
  return userId === undefined ? <GradeScale bands={bands} position={undefined} /> : <OwnScale userId={userId} bands={bands} />
}

function OwnScale({ userId, bands }: { userId: number; bands: Bands }) {
  const say = useSay()
  const { term: termId } = route.useSearch()
  const terms = useTerms().data
  const term = terms?.find(({ id, is_current }) => (termId === undefined ? is_current : id === termId))
  const member = useMember(userId, termId)
  const isLeftOut = member.data?.is_member === false
  const note = isLeftOut
    ? messages.statements.notAmongStaff
    : member.data && hasNothingYet(member.data)
      ? messages.grading.nothingYet
      : undefined
  return (
    <>
      {member.isLoadingError && (
        <Banner kind="bad">
          {say(messages.postedActivities.userDataFailed({ message: messageOf(member.error, messages.general.unexpectedClient) }))}
        </Banner>
      )}
      {note && <p className="rounded-lg border border-line bg-card px-4 py-3 shadow-soft">{say(note)}</p>}
      <GradeScale
        bands={bands}
        position={member.data && !isLeftOut ? positionOf(bands, member.data, term && termName(term)) : undefined}
      />
    </>
  )
}
