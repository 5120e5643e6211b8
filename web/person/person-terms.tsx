import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { hasNothingYet } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { LastSet, PersonTerm } from '../../contract/people.ts'
import { formatPoints } from '../../contract/points.ts'
import { GradeBadge } from '../entities/grades/grade-badge.tsx'
import { asGrade } from '../entities/grades/shown-grade.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { formatMoment } from '../ui/dates.ts'
import { NotSet } from '../ui/not-set.tsx'
import { usePersonTerms } from './person.api.ts'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person

/** The scores and both grades of each term, and who set what an administrator sets. */
export function PersonTerms({ id }: { id: number }) {
  const say = useSay()
  return (
    <PersonSection title={say(words.terms)}>
      <Terms id={id} />
    </PersonSection>
  )
}

function Terms({ id }: { id: number }) {
  const say = useSay()
  return (
    <SectionContent query={usePersonTerms(id)} failed={words.termsFailed}>
      {(terms) =>
        terms.length === 0 ? (
          <NothingHere>{say(words.termsEmpty)}</NothingHere>
        ) : (
          <ul className="divide-y divide-line">
            {terms.map((term) => (
              <Term key={term.term_id} id={id} term={term} />
            ))}
          </ul>
        )
      }
    </SectionContent>
  )
}

function Term({ id, term }: { id: number; term: PersonTerm }) {
  const say = useSay()
  const headingId = useId()
  const { columns, columnTitles } = messages.scoring
  return (
    <li aria-labelledby={headingId} className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id={headingId} className="text-base">
          <bdi>{termNameOf(term)}</bdi>
        </h3>
        {term.is_current && <Badge>{say(messages.terms.current)}</Badge>}
        {term.status === 'closed' && <Badge>{say(messages.terms.statuses.closed)}</Badge>}
        {!term.is_member && <span className="text-sm text-quiet">{say(words.notMember)}</span>}
        {term.is_member && (
          <Link
            to={pages.statement}
            search={{ user_id: id, term: term.term_id }}
            target="_blank"
            className="ms-auto inline-flex relative touch-area min-h-6 items-center gap-1.5 text-sm font-medium text-brand underline underline-offset-2"
          >
            {say(words.statement)}
            <ExternalLink aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
            <span className="sr-only">{say(messages.general.opensNewTab)}</span>
          </Link>
        )}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 xl:grid-cols-8">
        <Given label={columns.tp} meaning={columnTitles.tp} value={term.tp} isSet={term.tp_set} last={term.tp_last} />
        <Given label={columns.fb} meaning={columnTitles.fb} value={term.fb} isSet={term.fb_set} last={term.fb_last} />
        <Score label={columns.atts} meaning={columnTitles.atts}>
          {formatPoints(term.atts)}
        </Score>
        <Score label={columns.acts} meaning={columnTitles.acts}>
          {formatPoints(term.acts)}
        </Score>
        <Score label={columns.escore} meaning={columnTitles.escore}>
          {formatPoints(term.escore)}
        </Score>
        <Score label={messages.fields.total} meaning={columnTitles.total}>
          <strong className="font-semibold">{formatPoints(term.total_score)}</strong>
        </Score>
        <Score label={words.currentGrade}>
          <Grade term={term} grade={term.own_grade} />
        </Score>
        <Score label={words.gradeWithFeedback} meaning={columnTitles.grade}>
          <Grade term={term} grade={term.grade} />
        </Score>
      </dl>
    </li>
  )
}

function Grade({ term, grade }: { term: PersonTerm; grade: string }) {
  return <GradeBadge grade={asGrade(grade)} nothingYet={hasNothingYet(term)} />
}

type ScoreProps = { label: Message; meaning?: Message; children: ReactNode }

function Score({ label, meaning, children }: ScoreProps) {
  const say = useSay()
  return (
    <div className="min-w-0">
      <dt title={meaning && say(meaning)} className="text-[0.8125rem] text-quiet">
        {say(label)}
      </dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

type GivenProps = { label: Message; meaning: Message; value: number; isSet: boolean; last: LastSet | null }

/** A score that an administrator sets, with who did and when. */
function Given({ label, meaning, value, isSet, last }: GivenProps) {
  const say = useSay()
  return (
    <Score label={label} meaning={meaning}>
      {isSet ? formatPoints(value) : <NotSet />}
      {isSet && last && (
        <span className="block text-[0.8125rem] leading-snug text-quiet wrap-anywhere">
          <bdi>
            <PersonLink id={last.actor_id}>
              {last.set_by === null ? say(messages.audit.portal) : accountName(say, last.set_by)}
            </PersonLink>
          </bdi>
          <time dateTime={last.set_at} className="block">
            <bdi>{formatMoment(say, last.set_at)}</bdi>
          </time>
        </span>
      )}
    </Score>
  )
}
