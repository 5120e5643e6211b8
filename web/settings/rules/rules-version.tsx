import { ChevronRight } from 'lucide-react'
import { accountName } from '../../../contract/account-names.ts'
import { type Title, titleCodes, titleName, typeName } from '../../../contract/codes.ts'
import { formatDay } from '../../../contract/dates.ts'
import { grades } from '../../../contract/grading.ts'
import { listOf, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { limitSentence } from '../../../contract/limit-sentences.ts'
import { localized } from '../../../contract/localized.ts'
import { formatPoints } from '../../../contract/points.ts'
import type { RulesLimit, RulesVersion } from '../../../contract/rules.ts'
import { GradeBadge } from '../../entities/grades/grade-badge.tsx'
import { termName } from '../../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { dayOf } from '../../ui/dates.ts'

/** The subject of a limit: an activity, or all of a type. */
export function limitName(say: Say, language: Language, limit: RulesLimit): string {
  if (limit.type) return say(messages.rules.allOfType({ type: typeName(limit.type) }))
  return localized(language, limit, 'activity_name') ?? ''
}

/** The view of one version: who published it and when, its bands, its limits, its terms. */
export function VersionView({ version, isInForce = false }: { version: RulesVersion; isInForce?: boolean }) {
  const say = useSay()
  const language = useLanguage()
  const { number, note, limits, terms, most_tp, most_fb } = version
  return (
    <div className="space-y-4 border-t border-line px-4 py-4 sm:px-5">
      <div>
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
          {say(messages.rulesEditor.version({ number }))}{' '}
          {isInForce && <Badge look="good">{say(messages.rulesEditor.inForce)}</Badge>}
        </h3>
        <p className="text-sm text-quiet">
          <bdi>{say(publishedSentence(say, version))}</bdi>
        </p>
        <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">
          <bdi>{note ?? say(messages.rulesEditor.firstNote)}</bdi>
        </p>
        <p className="mt-1 text-sm text-quiet wrap-anywhere">
          <bdi>
            {say(
              terms.length > 0
                ? messages.rulesEditor.usedIn({ terms: listOf(terms.map(termName)) })
                : messages.rulesEditor.usedNowhere,
            )}
          </bdi>
        </p>
      </div>
      <BandsTable version={version} />
      <div>
        <h4 className="font-sans text-sm font-semibold">{say(messages.rulesEditor.mostScores)}</h4>
        <p className="text-sm text-quiet">
          <bdi>{say(messages.rulesEditor.mostScoresOf({ tp: formatPoints(most_tp), fb: formatPoints(most_fb) }))}</bdi>
        </p>
      </div>
      <div>
        <h4 className="font-sans text-sm font-semibold">{say(messages.rules.limits)}</h4>
        {limits.length === 0 ? (
          <p className="text-sm text-quiet">
            <bdi>{say(messages.rules.noLimits)}</bdi>
          </p>
        ) : (
          <ul className="mt-1 divide-y divide-line/60 text-sm">
            {limits.map((limit) => (
              <li
                key={`${limit.activity_id} ${limit.type}`}
                className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5 wrap-anywhere"
              >
                <bdi className="font-medium">{limitName(say, language, limit)}</bdi>
                <bdi className="text-quiet">{say(limitSentence(limit))}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function publishedSentence(say: Say, { published_at, published_by }: RulesVersion) {
  const day = formatDay(say, dayOf(new Date(published_at)))
  return published_by
    ? messages.rulesEditor.publishedBy({ day, who: accountName(say, published_by) })
    : messages.rulesEditor.publishedOn({ day })
}

function BandsTable({ version: { bands, number } }: { version: RulesVersion }) {
  const say = useSay()
  const id = `bands-${number}`
  return (
    <div>
      <h4 id={id} className="font-sans text-sm font-semibold">
        {say(messages.rules.bands)}
      </h4>
      <p className="text-[0.8125rem] text-quiet">
        <bdi>{say(messages.rulesEditor.bandsHint)}</bdi>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this only names a scroll container. */}
      <div
        role="group"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
        tabIndex={0}
        className="mt-1.5 overflow-x-auto rounded-sm"
      >
        <table aria-labelledby={id} className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1.5 pe-2 text-start text-[0.8125rem] font-medium text-quiet">
                {say(messages.fields.title)}
              </th>
              {grades.map((grade) => (
                <th key={grade} scope="col" className="w-[12%] py-1.5 text-end font-medium">
                  <GradeBadge grade={grade} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {titleCodes.map((title: Title) => (
              <tr key={title} className="border-b border-line/60 last:border-b-0">
                <th scope="row" className="py-1.5 pe-2 text-start font-medium">
                  {say(titleName(title))}
                </th>
                {grades.map((grade, index) => (
                  <td key={grade} className="py-1.5 text-end tabular-nums">
                    <bdi>{formatPoints(bands[title][index] ?? 0)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

export function FormerVersions({ versions }: { versions: readonly RulesVersion[] }) {
  const say = useSay()
  return (
    <details className="group/former border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-b-lg px-4 hover:bg-sunk focus-visible:-outline-offset-2 sm:px-5">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-quiet group-open/former:rotate-90 rtl:-scale-x-100 rtl:group-open/former:-rotate-90"
        />
        <h3 className="text-base">{say(messages.rulesEditor.formerVersions)}</h3>
      </summary>
      {versions.map((version) => (
        <VersionView key={version.number} version={version} />
      ))}
    </details>
  )
}
