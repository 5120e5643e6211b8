import { type ReactNode, useId } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import type { Activity } from '../../../contract/activities.ts'
import { type ActivityType, activityTypes, scoreOfType, titleName, typeName } from '../../../contract/codes.ts'
import { formatDay } from '../../../contract/dates.ts'
import { gradeFor, grades, hasNothingYet, noGrade, withoutFeedback } from '../../../contract/grading.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { limitSentence, overLimitSentence } from '../../../contract/limit-sentences.ts'
import { localized } from '../../../contract/localized.ts'
import { isSet } from '../../../contract/points.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { RulesVersion } from '../../../contract/rules.ts'
import type { GivenPoints, StatementLine } from '../../../contract/statements.ts'
import type { Term } from '../../../contract/terms.ts'
import { messageOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { dayOf } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { countPoints } from '../grades/count-points.ts'
import { countedPoints } from '../postings/counted-points.ts'
import { useMember, usePostedActivities } from '../postings/posted-activities.api.ts'
import { useRules } from '../rules/rules.api.ts'
import { useStatement } from '../statements/statements.api.ts'
import { termName } from '../terms/term-name.ts'
import { useTerms } from '../terms/terms.api.ts'
import type { Part } from './score-labels.ts'

/** The subject of an explanation: a number of Your Scores or of the statement, the points of a posting or those of the catalogue. */
export type Explained = 'total_score' | 'grade' | 'grade_with_feedback' | Part | PostedActivity | StatementLine | Activity

type Props = {
  subject: Explained
  termId: number | undefined
  label: Message
  value: string | Message
  onClose: () => void
}

/** The dialog that explains a number, who sets it and when, in plain words. On a phone it is a sheet at the lower edge. */
export function ExplanationDialog({ subject, termId, label, value, onClose }: Props) {
  const say = useSay()
  return (
    <Dialog
      open
      onClose={onClose}
      title={say(label)}
      description={typeof value === 'string' ? value : say(value)}
      onPhone="sheet"
    >
      <Answer subject={subject} termId={termId} />
    </Dialog>
  )
}

function Answer({ subject, termId }: Pick<Props, 'subject' | 'termId'>) {
  const terms = useTerms()
  const rules = useRules()
  const term = terms.data?.find(({ id, is_current }) => (termId === undefined ? is_current : id === termId))
  const version = rules.data?.find(({ number }) => number === term?.rules_version)
  if (typeof subject === 'object') {
    if ('points' in subject) return <OfLine line={subject} />
    return 'activity_name' in subject ? <OfPosting posting={subject} reviewed={subject} /> : <OfCatalogue activity={subject} />
  }
  if (!term) return <NotLoaded query={terms} failure={messages.terms.loadFailed} />
  if (!version) return <NotLoaded query={rules} failure={messages.rules.loadFailed} />
  if (subject === 'total_score') return <OfTotal term={term} />
  if (subject === 'grade' || subject === 'grade_with_feedback')
    return <OfGrade isWithFeedback={subject === 'grade_with_feedback'} term={term} termId={termId} version={version} />
  if (subject === 'tp' || subject === 'fb') return <OfGivenPoints part={subject} term={term} termId={termId} />
  const type = activityTypes.find((other) => scoreOfType[other] === subject)
  return type && <OfActivities type={type} term={term} version={version} />
}

type OfTerm = { term: Term }

function OfTotal({ term }: OfTerm) {
  const { total, atOnce } = messages.explanations
  return <Facts what={[total.what({ term: termName(term) })]} who={[total.who]} when={[frozenOr(term, atOnce)]} />
}

type OfGradeProps = OfTerm & { isWithFeedback: boolean; termId: number | undefined; version: RulesVersion }

/** The explanation of a grade, also of the other grade, and of why there are two. */
function OfGrade({ isWithFeedback, term, termId, version }: OfGradeProps) {
  const say = useSay()
  const { grade: words, atOnce } = messages.explanations
  const query = useMember(useSession()?.id ?? 0, termId)
  const member = query.data
  if (!member) {
    const message = messageOf(query.error, messages.general.unexpectedClient)
    return <NotLoaded query={query} failure={messages.postedActivities.userDataFailed({ message })} />
  }
  const title = member.graded_title
  const own = withoutFeedback(member)
  const [points, otherPoints] = isWithFeedback ? [member.total_score, own] : [own, member.total_score]
  const grade = gradeFor(version.bands, title, points)
  const { current, withFeedback, from: fromPoints, whyTwo } = messages.grading
  const other = messages.general.labelled({
    label: isWithFeedback ? current : withFeedback,
    value: fromPoints({ grade: gradeFor(version.bands, title, otherPoints), points: countPoints(otherPoints) }),
  })
  const from = grade === noGrade ? 0 : (version.bands[title as keyof typeof version.bands][grades.indexOf(grade)] ?? 0)
  const what =
    grade === noGrade
      ? words.whatUntitled
      : words[isWithFeedback ? 'whatWithFeedback' : 'what']({
          points: countPoints(points),
          title: titleName(title),
          grade,
          from: countPoints(from),
        })
  const published = formatDay(say, dayOf(new Date(version.published_at)))
  return (
    <Facts
      what={[what, ...(hasNothingYet(member) ? [words.nothingYet] : []), ...(grade === noGrade ? [] : [other, whyTwo])]}
      who={[words.who({ number: version.number, day: published })]}
      when={[frozenOr(term, atOnce)]}
    />
  )
}

function OfGivenPoints({ part, term, termId }: OfTerm & { part: 'tp' | 'fb'; termId: number | undefined }) {
  const say = useSay()
  const query = useStatement(useSession()?.id, termId)
  const statement = query.data
  const { given, [part]: words } = messages.explanations
  if (!statement) return <NotLoaded query={query} failure={messages.statements.loadFailed} />
  const whenSet = (points: GivenPoints): Message => {
    if (!isSet(points) || points.set_at === null) return term.holds_scores ? messages.scoring.notReleasedMeaning : given.notSet
    const day = formatDay(say, dayOf(new Date(points.set_at)))
    return points.set_by === null ? given.setOn({ day }) : given.setBy({ day, who: accountName(say, points.set_by) })
  }
  return <Facts what={[words.what({ term: termName(term) })]} who={[given.who]} when={[whenSet(statement[part])]} />
}

function OfActivities({ type, term, version }: OfTerm & { type: ActivityType; version: RulesVersion }) {
  const say = useSay()
  const language = useLanguage()
  const query = usePostedActivities(useSession()?.id ?? 0)
  const postings = query.data
  const { activities: words } = messages.explanations
  if (!postings) return <NotLoaded query={query} failure={messages.postedActivities.fetchFailed} />
  const own = postings.filter((posting) => posting.term_id === term.id && posting.type === type)
  const returned = own.filter(({ state }) => state === 'returned').length
  const overLimit = own.filter(({ over_limit }) => over_limit !== null).length
  const ofActivities = new Set(own.map(({ activity_id }) => activity_id))
  const limits = version.limits.filter(
    (limit) => limit.type === type || (limit.activity_id !== null && ofActivities.has(limit.activity_id)),
  )
  return (
    <Facts
      what={[
        words.what({ type: typeName(type), term: termName(term) }),
        words.counting({ count: own.length - returned - overLimit, points: countPoints(countedPoints(own)) }),
        ...(returned > 0 ? [words.returned({ count: returned })] : []),
        ...(overLimit > 0 ? [words.overLimit({ count: overLimit })] : []),
      ]}
      who={[words.who]}
      when={[frozenOr(term, words.when)]}
    >
      <Fact label={messages.rules.limits}>
        {limits.length === 0 ? (
          <bdi>{say(words.noLimits)}</bdi>
        ) : (
          limits.map((limit) => (
            <bdi key={limit.activity_id ?? 'type'} className="block">
              {say(
                messages.general.labelled({
                  label:
                    limit.activity_name === null
                      ? messages.rules.allOfType({ type: typeName(type) })
                      : (localized(language, limit, 'activity_name') ?? ''),
                  value: limitSentence(limit),
                }),
              )}
            </bdi>
          ))
        )}
      </Fact>
    </Facts>
  )
}

/** The explanation of a line of the statement. A line has no id: two postings that are alike in all of this have the same explanation. */
function OfLine({ line }: { line: StatementLine }) {
  const query = usePostedActivities(useSession()?.id ?? 0)
  if (!query.data) return <NotLoaded query={query} failure={messages.postedActivities.fetchFailed} />
  const posting = query.data.find(
    ({ activity_name, starting_date, type, score, state }) =>
      activity_name === line.activity_name &&
      starting_date === line.starting_date &&
      type === line.type &&
      score === line.points &&
      state === line.state,
  )
  return <OfPosting posting={line} reviewed={posting} />
}

type OfPostingProps = {
  posting: Omit<StatementLine, 'points' | 'returned_reason' | 'event'>
  reviewed: Pick<PostedActivity, 'reviewed_at' | 'reviewed_by_name'> | undefined
}

function OfPosting({ posting, reviewed }: OfPostingProps) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const { entry } = messages.explanations
  const { state, over_limit, type } = posting
  const effect =
    state === 'returned'
      ? entry.returned
      : over_limit
        ? overLimitSentence(over_limit, type)
        : entry.counts({ card: messages.postedActivities.cards[scoreOfType[type]] })
  const when = (): Message[] => {
    if (state === 'returned' || over_limit) return []
    if (state === 'posted') return [entry.posted]
    if (!reviewed?.reviewed_at) return []
    const day = formatDay(say, dayOf(new Date(reviewed.reviewed_at)))
    return [entry.verified({ day, who: accountName(say, reviewed.reviewed_by_name ?? '') })]
  }
  return <Facts what={[entry.what({ name }), effect]} who={[entry.who]} when={when()} />
}

function OfCatalogue({ activity }: { activity: Activity }) {
  const name = localized(useLanguage(), activity, 'name')
  const { catalogue, entry } = messages.explanations
  const effect = entry.counts({ card: messages.postedActivities.cards[scoreOfType[activity.type]] })
  return <Facts what={[catalogue.what({ name }), effect]} who={[entry.who]} when={[catalogue.when]} />
}

function frozenOr(term: Term, open: Message): Message {
  return term.status === 'closed' ? messages.terms.isFrozen({ term: termName(term) }) : open
}

type FactsProps = { what: readonly Message[]; who: readonly Message[]; when: readonly Message[]; children?: ReactNode }

function Facts({ what, who, when, children }: FactsProps) {
  const say = useSay()
  const words = messages.explanations
  const sentences = (all: readonly Message[]) =>
    all.map((sentence) => (
      <bdi key={sentence.key} className="block">
        {say(sentence)}
      </bdi>
    ))
  return (
    <div className="space-y-3.5">
      <Fact label={words.what}>{sentences(what)}</Fact>
      <Fact label={words.who}>{sentences(who)}</Fact>
      {when.length > 0 && <Fact label={words.when}>{sentences(when)}</Fact>}
      {children}
    </div>
  )
}

function Fact({ label, children }: { label: Message; children: ReactNode }) {
  const say = useSay()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans text-[0.8125rem] font-medium text-quiet">
        {say(label)}
      </h3>
      <div className="mt-0.5 space-y-1 wrap-anywhere">{children}</div>
    </section>
  )
}

type NotLoadedProps = {
  query: { isLoadingError: boolean; isFetching: boolean; refetch: () => unknown }
  failure: Message
}

/** The state while data is loading or has failed: none of the screens with numbers has loaded all data that explains them. */
function NotLoaded({ query: { isLoadingError, isFetching, refetch }, failure }: NotLoadedProps) {
  const say = useSay()
  if (isLoadingError) return <LoadFailure isPlain message={say(failure)} onRetry={refetch} busy={isFetching} />
  return (
    <p role="status" className="flex min-h-40 items-center gap-3 text-quiet">
      <Spinner />
      {say(messages.general.loading)}
    </p>
  )
}
