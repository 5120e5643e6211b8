import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'

/** The loading state in the shape of the list: a picture, a name with its day, the points. */
export function PostedListLoading() {
  const say = useSay()
  return (
    <div className="border-t border-line">
      <p role="status" className="sr-only">
        {say(messages.general.loading)}
      </p>
      <ul aria-hidden="true" className="animate-breathe divide-y divide-line">
        {[1, 2, 3].map((row) => (
          <li key={row} className="flex items-center gap-3.5 px-4 py-3 sm:px-5">
            <span className="h-12 w-16 shrink-0 rounded-md bg-line @max-xs/page:hidden" />
            <span className="grow space-y-2.5">
              <span className="block h-3 w-3/4 rounded-sm bg-line" />
              <span className="block h-3 w-2/5 rounded-sm bg-line" />
            </span>
            <span className="h-5 w-10 rounded-sm bg-line" />
          </li>
        ))}
      </ul>
    </div>
  )
}
