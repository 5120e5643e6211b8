import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { useCloseOnBack } from './close-on-back.ts'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: string | undefined
  /** The width: enough for a list with pictures, for one with a button, or as wide as a table needs; a form needs less. */
  wide?: boolean | 'list' | 'table'
  /** The shape on a phone, instead of a card in the middle: a sheet at the lower edge, or the whole screen. */
  onPhone?: 'sheet' | 'full' | undefined
  children: ReactNode
}

const widths = { table: 'max-w-5xl', list: 'max-w-xl' } as const

const phoneLooks = {
  sheet: 'max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[90dvh] max-sm:max-w-none max-sm:rounded-b-none',
  full: 'max-sm:absolute max-sm:inset-0 max-sm:max-w-none max-sm:rounded-none max-sm:border-0',
} as const

/** The look of a dialog whose title stays in view while the rest scrolls. */
const scrollsInside = 'max-sm:flex max-sm:flex-col'

/**
 * A modal dialog: focus stays inside, Escape, Back and the Close button close it, focus returns to where it was.
 * The overlay is a plain element, not Radix's Overlay: that one inserts a style tag, which the Content-Security-Policy blocks.
 */
export function Dialog({ open, onClose, title, description, wide = false, onPhone, children }: Props) {
  const say = useSay()
  const giveFocusBack = useFocusReturn(open)
  useCloseOnBack(open, onClose)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div
          data-holds-page=""
          className="@container/page fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto bg-veil p-4"
        >
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onInteractOutside={keepOpenForToasts}
            onEscapeKeyDown={keepOpenForWhatIsOnTop}
            onCloseAutoFocus={giveFocusBack}
            className={`pointer-events-auto relative w-full animate-appear rounded-lg border border-line bg-card shadow-lifted ${typeof wide === 'string' ? widths[wide] : wide ? 'max-w-3xl' : 'max-w-md'} ${onPhone ? `${scrollsInside} ${phoneLooks[onPhone]}` : ''}`}
          >
            <div className={`px-6 pt-6 pe-14 ${onPhone ? 'max-sm:ps-4 max-sm:pt-5' : ''}`}>
              <Radix.Title className="text-xl wrap-anywhere">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>}
            </div>
            <div
              className={`px-6 pt-4 pb-6 ${onPhone ? 'max-sm:grow max-sm:overflow-y-auto max-sm:overscroll-contain max-sm:px-4 max-sm:pb-[calc(1.5rem+env(safe-area-inset-bottom))]' : ''}`}
            >
              {children}
            </div>
            {/* The Close button is last, so that focus starts at the first field. */}
            <Radix.Close
              aria-label={say(messages.actions.close)}
              className="absolute end-3 top-4.5 grid touch-area size-9 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Keeps the dialog open: Escape in an open list of suggestions, or in the picture viewer, closes that alone. */
function keepOpenForWhatIsOnTop(event: KeyboardEvent) {
  const onTop = '[role=combobox][aria-expanded=true], [data-picture-viewer] *, [data-picture-viewer]'
  if (event.target instanceof Element && event.target.matches(onTop)) event.preventDefault()
}

/** Keeps the dialog open when the user presses Undo in a toast above it. The toast may be gone by the time the event arrives here. */
export function keepOpenForToasts(event: Event) {
  const { target } = event
  if (target instanceof Element && (!target.isConnected || target.closest('[data-toasts]'))) event.preventDefault()
}
