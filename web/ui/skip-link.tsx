import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'

/** The link that is the first tab stop: it skips the navigation, to the page's `main`. */
export function SkipLink() {
  const say = useSay()
  return (
    <a
      href="#main"
      className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:start-3 focus-visible:top-3 focus-visible:z-50 focus-visible:rounded-md focus-visible:bg-brand focus-visible:px-4 focus-visible:py-2 focus-visible:font-medium focus-visible:text-on-brand"
    >
      {say(messages.general.skipToContent)}
    </a>
  )
}
