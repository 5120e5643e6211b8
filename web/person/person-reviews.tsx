import { useId, useState } from 'react'
import { actorOf } from '../../contract/audit-sentence.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type PersonReview, type ReviewSide, reviewSides } from '../../contract/people.ts'
import { shownMember } from '../../contract/person-names.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { controlLook } from '../ui/field.tsx'
import { usePersonReviews } from './person.api.ts'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person
const kinds = {
  verified: { name: messages.audit.kinds.verified, look: 'good' },
  returned: { name: messages.audit.kinds.returned, look: 'bad' },
  'taken back': { name: words.undone, look: 'plain' },
} as const

/** What was decided about the person's postings, or what the person decided about those of others. */
export function PersonReviews({ id }: { id: number }) {
  const say = useSay()
  const [side, setSide] = useState<ReviewSide>('received')
  const selectId = useId()
  return (
    <PersonSection
      title={say(words.reviews)}
      tools={
        <div className="min-w-0 max-w-full">
          <select
            id={selectId}
            aria-label={say(words.whose)}
            value={side}
            onChange={({ target }) => setSide(target.value as ReviewSide)}
            className={controlLook}
          >
            {reviewSides.map((one) => (
              <option key={one} value={one}>
                {say(words[one])}
              </option>
            ))}
          </select>
        </div>
      }
    >
      <Reviews key={side} id={id} side={side} />
    </PersonSection>
  )
}

function Reviews({ id, side }: { id: number; side: ReviewSide }) {
  const say = useSay()
  const query = usePersonReviews(id, side)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  return (
    <SectionContent query={query} failed={words.reviewsFailed}>
      {({ pages }) => {
        const reviews = pages.flatMap((page) => page.reviews)
        if (reviews.length === 0)
          return <NothingHere>{say(side === 'received' ? words.receivedEmpty : words.givenEmpty)}</NothingHere>
        return (
          <>
            <ul className="divide-y divide-line">
              {reviews.map((review) => (
                <Decision key={review.id} review={review} side={side} />
              ))}
            </ul>
            {hasNextPage && (
              <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-5">
                {isFetchNextPageError && (
                  <p role="alert" className="text-sm font-medium text-bad">
                    {say(refusalOf(query.error) ?? words.reviewsFailed)}
                  </p>
                )}
                <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {say(isFetchNextPageError ? messages.actions.tryAgain : messages.actions.showMore)}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </SectionContent>
  )
}

function Decision({ review, side }: { review: PersonReview; side: ReviewSide }) {
  const say = useSay()
  const language = useLanguage()
  const { kind, at, activity_name, term_name, term_names, member_id, actor_id, reason } = review
  const { name, look } = kinds[kind]
  const who = side === 'received' ? actorOf(say, review) : shownMember(language, review)
  return (
    <li className="px-4 py-3 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="font-medium wrap-anywhere">{activity_name}</bdi>
        <Badge look={look}>{say(name)}</Badge>
      </p>
      {reason && (
        <p dir="auto" className="mt-1 text-sm text-as-around whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      )}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-[0.8125rem] text-quiet">
        <bdi>
          <PersonLink id={side === 'received' ? actor_id : member_id}>{who}</PersonLink>
        </bdi>
        <time dateTime={at}>
          <bdi>{formatMoment(say, at)}</bdi>
        </time>
        {term_name !== null && term_names !== null && <bdi>{termNameOf({ term_name, term_names })}</bdi>}
      </p>
    </li>
  )
}
