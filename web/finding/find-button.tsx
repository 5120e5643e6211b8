import { Search } from 'lucide-react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { sidebarItem } from '../ui/sidebar.tsx'
import { findKeys } from './find-keys.ts'

const barLook =
  'grid relative touch-area size-9 shrink-0 cursor-pointer place-items-center rounded-md text-on-deep hover:bg-deep-raised focus-visible:outline-brass-bright'

type Place = 'side' | 'bar'

/** The button that opens the search, and shows its keyboard shortcut. */
export function FindButton({ place, onOpen, onPreload }: { place: Place; onOpen: () => void; onPreload: () => void }) {
  const say = useSay()
  const keys = findKeys()
  return (
    <button
      type="button"
      aria-label={say(messages.finding.title)}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={say(messages.finding.titleAndKeys({ keys }))}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onOpen}
      className={place === 'side' ? sidebarItem : barLook}
    >
      <FindFace place={place} />
      {place === 'side' && (
        // The margin follows the page, the keys are always read from left to right.
        <span className="ms-auto">
          <kbd
            dir="ltr"
            className="block rounded-sm border border-current/35 px-1.5 font-sans text-[0.6875rem] leading-4.5 font-medium"
          >
            {keys}
          </kbd>
        </span>
      )}
    </button>
  )
}

/** The content of the button, also before its script has loaded. */
export function FindFace({ place }: { place: Place }) {
  const say = useSay()
  return (
    <>
      <Search aria-hidden="true" className="size-4.5" />
      {place === 'side' && <span className="ms-2.5">{say(messages.finding.title)}</span>}
    </>
  )
}
