import { Hourglass } from 'lucide-react'
import { rightName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { GivenRight } from '../../contract/rights.ts'
import { useSay } from '../language/language.ts'

type Props = { rights: readonly GivenRight[]; isWaiting: boolean }

/** The rights beside the role, below it: one line, and all of them in its title. */
export function RightsOfUser({ rights, isWaiting }: Props) {
  const say = useSay()
  const names = rights.map((right) => say(rightName(right))).join(say(messages.general.list({ first: '', rest: '' })))
  return (
    <>
      {names && (
        <p dir="auto" title={names} className="truncate text-as-around text-xs leading-4 text-brand">
          {names}
        </p>
      )}
      {isWaiting && (
        <p title={say(messages.users.waitsForSecond)} className="flex items-center gap-1 text-xs leading-4 text-brass">
          <Hourglass aria-hidden="true" className="size-3 shrink-0" />
          <span className="sr-only">{say(messages.users.waitsForSecond)}</span>
          <bdi aria-hidden="true" className="truncate">
            {say(messages.users.waits)}
          </bdi>
        </p>
      )}
    </>
  )
}
