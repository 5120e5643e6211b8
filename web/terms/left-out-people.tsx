import { accountName } from '../../contract/account-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { LeftOutPerson } from '../../contract/terms.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useSay } from '../language/language.ts'

/** The people who have points in the term and would not be in its results, by name. */
export function LeftOutPeople({ people }: { people: readonly LeftOutPerson[] }) {
  const say = useSay()
  const words = messages.closings
  if (people.length === 0) return null
  return (
    <div className="border-s-2 border-bad ps-3 text-sm">
      <p className="font-medium">{say(words.leftOut({ count: people.length }))}</p>
      <ul
        aria-label={say(words.leftOutNames)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
        tabIndex={0}
        className="my-1 max-h-30 overflow-y-auto overscroll-contain wrap-anywhere focus-visible:outline-offset-0"
      >
        {people.map(({ id, name, total_score, posted_count, is_administrator }) => (
          <li key={id}>
            <bdi>
              <SentenceOfPeople
                people={[{ id, name: accountName(say, name) }]}
                sentence={(who) =>
                  words.leftOutPerson({
                    name: who,
                    points: countPoints(total_score),
                    activities: messages.general.activityCount({ count: posted_count }),
                    reason: is_administrator ? words.isAdministrator : words.isRemoved,
                  })
                }
              />
            </bdi>
          </li>
        ))}
      </ul>
      {people.some(({ is_administrator }) => is_administrator) && <p className="text-quiet">{say(words.leftOutWay)}</p>}
    </div>
  )
}
