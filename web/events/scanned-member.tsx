import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { shownName } from '../../contract/person-names.ts'
import { useScanMember } from '../entities/events/events.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useScanned } from './scanned.ts'

const words = messages.events

/** One tap for an organiser who has scanned the code of a member with the camera of the phone. */
export function ScannedMember({ event, session }: { event: PortalEvent; session: PortalEvent['sessions'][number] | undefined }) {
  const say = useSay()
  const language = useLanguage()
  const [scanned, forget] = useScanned('member')
  const { mutate, isPending, error } = useScanMember()
  if ((!scanned && !error) || !session) return null
  const checkIn = () =>
    mutate(
      { id: event.id, session_id: session.id, code: scanned },
      {
        onSuccess: ({ person }) => toast(words.nameChecked({ name: shownName(language, person) })),
        onSettled: forget,
      },
    )
  return (
    <div className="space-y-3">
      {error && <Banner kind="bad">{say(refusalOf(error) ?? words.failed)}</Banner>}
      {scanned && (
        <Button look="primary" size="large" busy={isPending} onClick={checkIn}>
          {say(words.checkInScanned)}
        </Button>
      )}
    </div>
  )
}
