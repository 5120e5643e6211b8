import { type ReactNode, useId } from 'react'
import { type ActivityType, activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { gradeFor, grades, noGrade, withoutFeedback } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { limitSentence, overLimitSentence } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { isSet } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { RulesVersion } from '../../contract/rules.ts'
import type { GivenPoints } from '../../contract/statements.ts'
import type { Term } from '../../contract/terms.ts'
import { countPoints } from '../grading/count-points.ts'
import { useLanguage, useSay } from '../language.ts'
import { useRules } from '../rules/rules.api.ts'
import { useSession } from '../session.ts'
import { useStatement } from '../statements/statements.api.ts'
import { useTerms } from '../terms/terms.api.ts'
import { dayOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { countedPoints } from './counted-points.ts'
import { useMember, usePostedActivities } from './posted-activities.api.ts'
import type { Part } from './score-labels.ts'

/** What a member can ask about: a number of Your Scores, or the points of a posting. */
export type Explained = 'total_score' | 'grade' | Part | PostedActivity

type Props = {
  subject: Explained
  termId: number | undefined
  label: Message
  value: string | Message
  onClose: () => void
}

/** What a number is, who sets it and when, in plain words. On a phone it is a sheet at the lower edge. */
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
  if (!term || !version) return <Loading />
  if (typeof subject === 'object') return <OfPosting posting={subject} />
  if (subject === 'total_score') return <OfTotal term={term} />
  if (subject === 'grade') return <OfGrade term={term} termId={termId} version={version} />
  if (subject === 'tp' || subject === 'fb') return <OfGivenPoints part={subject} term={term} termId={termId} />
  const type = activityTypes.find((other) => scoreOfType[other] === subject)
  return type && <OfActivities type={type} term={term} version={version} />
}

type OfTerm = { term: Term }

function OfTotal({ term }: OfTerm) {
  const { total, atOnce } = messages.explanations
  return <Facts what={[total.what({ term: term.name })]} who={[total.who]} when={[frozenOr(term, atOnce)]} />
}

function OfGrade({ term, termId, version }: OfTerm & { termId: number | undefined; version: RulesVersion }) {
  const say = useSay()
  const { grade: words, atOnce } = messages.explanations
  const member = useMember(useSession()?.id ?? 0, termId).data
  if (!member) return <Loading />
  const points = withoutFeedback(member)
  const title = member.graded_title
  const grade = gradeFor(version.bands, title, points)
  const from = grade === noGrade ? 0 : (version.bands[title as keyof typeof version.bands][grades.indexOf(grade)] ?? 0)
  const what =
    grade === noGrade
      ? words.whatUntitled
      : words.what({ points: countPoints(points), title: titleName(title), grade, from: countPoints(from) })
  const published = formatDay(say, dayOf(new Date(version.published_at)))
  return <Facts what={[what]} who={[words.who({ number: version.number, day: published })]} when={[frozenOr(term, atOnce)]} />
}

function OfGivenPoints({ part, term, termId }: OfTerm & { part: 'tp' | 'fb'; termId: number | undefined }) {
  const say = useSay()
  const { data: statement, isLoadingError, refetch } = useStatement(useSession()?.id, termId)
  const { given, [part]: words } = messages.explanations
  if (isLoadingError) return <LoadFailure message={say(messages.statements.loadFailed)} onRetry={refetch} />
  if (!statement) return <Loading />
  const whenSet = (points: GivenPoints): Message => {
    if (!isSet(points) || points.set_at === null) return given.notSet
    const day = formatDay(say, dayOf(new Date(points.set_at)))
    return points.set_by === null ? given.setOn({ day }) : given.setBy({ day, who: points.set_by })
  }
  return <Facts what={[words.what({ term: term.name })]} who={[given.who]} when={[whenSet(statement[part])]} />
}

function OfActivities({ type, term, version }: OfTerm & { type: ActivityType; version: RulesVersion }) {
  const say = useSay()
  const language = useLanguage()
  const postings = usePostedActivities(useSession()?.id ?? 0).data
  const { activities: words } = messages.explanations
  if (!postings) return <Loading />
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
        words.what({ type: typeName(type), term: term.name }),
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

function OfPosting({ posting }: { posting: PostedActivity }) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const { entry } = messages.explanations
  const { state, over_limit, type, reviewed_at, reviewed_by_name } = posting
  const effect =
    state === 'returned'
      ? entry.returned
      : over_limit
        ? overLimitSentence(over_limit, type)
        : entry.counts({ card: messages.postedActivities.cards[scoreOfType[type]] })
  const when =
    state === 'verified' && reviewed_at
      ? entry.verified({ day: formatDay(say, dayOf(new Date(reviewed_at))), who: reviewed_by_name ?? '' })
      : entry.posted
  return <Facts what={[entry.what({ name }), effect]} who={[entry.who]} when={state === 'returned' || over_limit ? [] : [when]} />
}

function frozenOr({ name: term, status }: Term, open: Message): Message {
  return status === 'closed' ? messages.terms.isFrozen({ term }) : open
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

function Loading() {
  const say = useSay()
  return (
    <p role="status" className="flex min-h-40 items-center gap-3 text-quiet">
      <Spinner />
      {say(messages.general.loading)}
    </p>
  )
}
