import { UserRoundCheck } from 'lucide-react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { Taken } from '../../../contract/taken.ts'
import { useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { formatMoment } from '../../ui/dates.ts'
import { useRights } from '../accounts/rights.ts'
import { SentenceOfPeople } from '../members/sentence-of-people.tsx'

/** One line that says who has taken what waits, and since when; nothing if nobody has. */
export function TakenBy({ taken }: { taken: Taken | null | undefined }) {
  const say = useSay()
  const { sees_everybody } = useRights()
  const isOwn = useSession()?.id === taken?.by_id
  if (!taken) return null
  const moment = formatMoment(say, taken.at)
  // Heads have no page of somebody of the office.
  const by = { id: sees_everybody ? taken.by_id : null, name: taken.by_name }
  return (
    <p className="mt-1 flex items-center gap-1.5 text-[0.8125rem] font-medium text-brand">
      <UserRoundCheck aria-hidden="true" className="size-4 shrink-0" />
      <bdi>
        {isOwn ? (
          say(messages.inbox.yours({ moment }))
        ) : (
          <SentenceOfPeople people={[by]} sentence={(name) => messages.inbox.hasSince({ name, moment })} />
        )}
      </bdi>
    </p>
  )
}
