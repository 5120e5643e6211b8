import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { useCloseOnBack } from './close-on-back.ts'
import { keepOpenForToasts } from './dialog.tsx'
import { useHeightInStyles } from './height-in-styles.ts'
import { useIsPageAtLeast } from './page-size.ts'

type Props = {
  /** The logo and the names: at the top of the sidebar, and in the bar of a small screen. */
  brand: ReactNode
  /** The tool that is always visible: under the brand, and in the bar of a small screen. */
  tool: (place: 'side' | 'bar') => ReactNode
  /** What stands above the items, where there is a choice; `close` as below. */
  choice?: (close: () => void) => ReactNode
  /** The items; `close` closes the drawer of a small screen. */
  items: (close: () => void) => ReactNode
  footer: (close: () => void) => ReactNode
}

/** The style of an item, link or button. The current one is marked by aria-current, which also styles it. */
export const sidebarItem =
  'relative flex min-h-10 max-sm:min-h-11 w-full cursor-pointer items-center rounded-md px-3.5 text-start font-medium text-on-deep-quiet transition-colors hover:bg-deep-raised/70 hover:text-on-deep aria-[current=page]:bg-deep-raised aria-[current=page]:text-on-deep aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2 aria-[current=page]:before:start-0 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-brass-bright focus-visible:outline-brass-bright'

/** Next to the page on a wide screen; on a small one a bar with Open, and a drawer with Close. Only one of them is rendered. */
export function Sidebar(props: Props) {
  return useIsPageAtLeast(64) ? <BesidePage {...props} /> : <BarAndDrawer {...props} />
}

/** Before the width of the page is known: the style sheet shows one of them. */
export function SidebarShell(props: Props) {
  return (
    <>
      <BarAndDrawer {...props} />
      <BesidePage {...props} />
    </>
  )
}

function BesidePage({ brand, tool, choice, items, footer }: Props) {
  return (
    <aside className="sticky top-0 z-20 hidden h-dvh w-58 shrink-0 flex-col bg-deep text-on-deep lg:flex print:hidden">
      <div className="px-5 pt-6 pb-4">{brand}</div>
      <div className="mx-3.5 mb-3 empty:hidden">{choice?.(stayOpen)}</div>
      <div className="mx-3.5 mb-3 border-b border-deep-line pb-3 empty:hidden">{tool('side')}</div>
      <Panels items={items(stayOpen)} footer={footer(stayOpen)} />
    </aside>
  )
}

/** There is no drawer to close. */
const stayOpen = () => {}

function BarAndDrawer({ brand, tool, choice, items, footer }: Props) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const chose = useRef(false)
  const close = () => {
    chose.current = true
    setOpen(false)
  }

  const bar = useRef<HTMLElement>(null)
  useHeightInStyles(bar, '--top-bar')
  useCloseOnBack(open, () => setOpen(false))

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      {/* The brand has a row of its own with very large text, and the bar scrolls away to leave room for the page. */}
      <header
        ref={bar}
        data-top-bar=""
        className="sticky top-0 z-20 flex items-center gap-2.5 bg-deep px-4 py-2.5 text-on-deep @max-xs/page:static @max-xs/page:flex-wrap lg:hidden print:hidden"
      >
        <div className="me-auto min-w-0 @max-xs/page:basis-full">{brand}</div>
        {tool('bar')}
        <Dialog.Trigger title={say(messages.general.menu)} className={drawerButton}>
          <Menu aria-hidden="true" className="size-4" />
          {say(messages.actions.open)}
        </Dialog.Trigger>
      </header>

      {open && (
        <Dialog.Portal>
          <div data-holds-page="" className="@container/page fixed inset-0 z-30 bg-veil">
            <Dialog.Content
              aria-describedby={undefined}
              onInteractOutside={keepOpenForToasts}
              onCloseAutoFocus={(event) => {
                // The focus moves to the panel after an item was chosen; after Close or Escape, back to the Open button.
                if (!chose.current) return
                chose.current = false
                event.preventDefault()
                document.getElementById('main')?.focus()
              }}
              className="pointer-events-auto flex h-full w-80 max-w-[85vw] animate-slide-in flex-col bg-deep text-on-deep shadow-lifted"
            >
              <Dialog.Title className="sr-only">{say(messages.general.menu)}</Dialog.Title>
              <div className="flex items-start justify-between gap-3 py-2.5 ps-4 pe-3">
                {brand}
                <Dialog.Close className={drawerButton}>
                  <X aria-hidden="true" className="size-4" />
                  {say(messages.actions.close)}
                </Dialog.Close>
              </div>
              <div className="mx-3.5 mb-3 empty:hidden">{choice?.(close)}</div>
              <Panels items={items(close)} footer={footer(close)} />
            </Dialog.Content>
          </div>
        </Dialog.Portal>
      )}
    </Dialog.Root>
  )
}

function Panels({ items, footer }: { items: ReactNode; footer: ReactNode }) {
  const say = useSay()
  return (
    <>
      <nav aria-label={say(messages.general.panels)} className="grow overflow-y-auto px-3.5 py-1">
        <ul className="space-y-1">{items}</ul>
      </nav>
      <div className="mx-3.5 border-t border-deep-line py-3">{footer}</div>
    </>
  )
}

/** The look of the button, wide enough in every font, so that the tools beside it do not move when the font has loaded. */
const drawerButton =
  'relative inline-flex touch-area min-h-9 min-w-22 shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-on-deep-quiet/50 px-3 text-sm font-medium text-on-deep hover:bg-deep-raised focus-visible:outline-brass-bright'
