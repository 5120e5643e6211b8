import { Mail } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostMessagePeople } from '../../contract/limits.ts'
import type { MessageKind } from '../../contract/messages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Button } from '../ui/button.tsx'

const MessageDialog = lazyComponent(() => import('../entities/messages/message-dialog.tsx'), 'MessageDialog', 'all')

type Filters = Readonly<Record<string, readonly string[] | undefined>>
type Props = { shown: readonly StaffMember[]; termId: number | undefined; filters: Filters }

/** The reminder for which a list is usually narrowed like this. */
function kindFor(filters: Filters): MessageKind {
  if (filters['posted']?.join() === 'nothing') return 'posted nothing'
  return filters['unset']?.length ? 'not scored' : 'announcement'
}

/** Writes a message to the members whom the list shows. */
export function MessageShown({ shown, termId, filters }: Props) {
  const say = useSay()
  const [people, setPeople] = useState<readonly number[]>()
  return (
    <>
      <Button
        disabled={termId === undefined || shown.length === 0 || shown.length > mostMessagePeople}
        onClick={() => setPeople(shown.map(({ id }) => id))}
      >
        <Mail aria-hidden="true" className="size-4" />
        {say(messages.bulkUsers.message)}
      </Button>
      {people && termId !== undefined && (
        <LazyBoundary onFailure={() => setPeople(undefined)}>
          <MessageDialog people={people} kind={kindFor(filters)} termId={termId} onClose={() => setPeople(undefined)} />
        </LazyBoundary>
      )}
    </>
  )
}
