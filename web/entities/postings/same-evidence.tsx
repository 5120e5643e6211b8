import { Link } from '@tanstack/react-router'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { roles } from '../../../contract/codes.ts'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { shownMember } from '../../../contract/person-names.ts'
import type { SameEvidence as Other, SameEvidenceOfPosting } from '../../../contract/same-evidence.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { useRights } from '../accounts/rights.ts'
import { placeOfPosting } from './posting-place.ts'

/** Other postings with the same image or link, as far as the reader may see them. The reviewer decides whether that is acceptable. */
export function SameEvidence({ of }: { of: SameEvidenceOfPosting }) {
  const say = useSay()
  const { sameImage, sameLink } = messages.review
  const { sameImageElsewhere, sameLinkElsewhere } = messages.myDepartment
  const links = of.same_link.filter(({ is_note }) => !is_note)
  const notes = of.same_link.filter(({ is_note }) => is_note)
  const { more } = of
  return (
    <>
      {of.same_image.length > 0 && <Warning sentence={say(sameImage)} others={of.same_image} more={more.same_image} />}
      {of.same_image_elsewhere && <Warning sentence={say(sameImageElsewhere)} />}
      {links.length > 0 && <Warning sentence={say(sameLink)} others={links} more={more.same_link} />}
      {of.same_link_elsewhere && <Warning sentence={say(sameLinkElsewhere)} />}
      {notes.length > 0 && <Note others={notes} more={more.same_link_notes} />}
    </>
  )
}

type Listed = {
  others: readonly Other[]
  /** The number of further postings. */
  more: number
}

function Warning({ sentence, others = [], more = 0 }: { sentence: string } & Partial<Listed>) {
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-brass/50 bg-sunk px-3.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <div className="min-w-0">
        <p className="font-medium">{sentence}</p>
        {others.length > 0 && <Others others={others} more={more} />}
      </div>
    </div>
  )
}

function Note({ others, more }: Listed) {
  const say = useSay()
  return (
    <details className="group/note text-sm">
      <summary className="-mx-1.5 flex min-h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-md px-1.5 text-quiet hover:bg-sunk hover:text-ink max-sm:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 group-open/note:rotate-90 rtl:-scale-x-100 rtl:group-open/note:-rotate-90"
        />
        {say(messages.review.sameLinkNote)}
      </summary>
      <div className="ps-5">
        <Others others={others} more={more} />
      </div>
    </details>
  )
}

function Others({ others, more }: Listed) {
  const say = useSay()
  const language = useLanguage()
  const user = useSession()
  const { review: mayReview, pageOfMembers: home } = useRights()
  const reader = { userId: user?.id, home, isScored: user?.role_id === roles.staff, mayReview }
  return (
    <ul>
      {others.map((other) => {
        const place = placeOfPosting(other, reader)
        const named = messages.review.sameEvidence({
          member: shownMember(language, other),
          name: localized(language, other, 'activity_name'),
          day: formatDay(say, other.starting_date),
        })
        return (
          <li key={other.posting_id} className="wrap-anywhere">
            {place ? (
              <Link
                to={place.to}
                search={place.search}
                className="inline-flex relative touch-area min-h-6 items-center font-medium text-brand underline underline-offset-2"
              >
                <bdi>{say(named)}</bdi>
              </Link>
            ) : (
              <bdi>{say(named)}</bdi>
            )}
          </li>
        )
      })}
      {more > 0 && <li>{say(messages.review.andMore({ count: more }))}</li>}
    </ul>
  )
}
