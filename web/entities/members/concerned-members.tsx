import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'

type Props = { members: readonly { id: number; name: string; detail?: string | undefined }[] }

/** The members whom an action concerns, by name, in a frame that scrolls. */
export function ConcernedMembers({ members }: Props) {
  const say = useSay()
  return (
    <section
      aria-label={say(messages.bulkUsers.concerned)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[32dvh] overflow-y-auto rounded-md border border-line"
    >
      <ul className="divide-y divide-line text-sm">
        {members.map(({ id, name, detail }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-3.5 py-1.5">
            <span dir="auto" className="font-medium wrap-anywhere">
              {name}
            </span>
            {detail && <span className="text-quiet wrap-anywhere">{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
