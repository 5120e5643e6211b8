import { Bell as BellIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useUnreadCount } from '../entities/notices/notices.api.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'
import { sidebarItem } from '../ui/sidebar.tsx'
import { NoticesLoading } from './notices-loading.tsx'

const NoticeList = lazyComponent(() => import('./notice-list.tsx'), 'NoticeList')

const looks = {
  side: {
    button: sidebarItem,
    count: 'ms-auto',
    popover: 'start-full top-4 ms-3 max-h-[calc(100dvh-2rem)] w-96',
  },
  bar: {
    button:
      'relative grid touch-area size-9 shrink-0 cursor-pointer place-items-center rounded-md text-on-deep hover:bg-deep-raised focus-visible:outline-brass-bright',
    count: 'absolute -end-1 -top-1',
    popover: 'inset-x-2 top-full mt-2 max-h-[calc(100dvh-7rem)] sm:start-auto sm:w-96',
  },
} as const

/** The number of unread notices, and the button that opens them. The list aligns with the edge of the sidebar or the top bar. */
export function Bell({ place, onDevice }: { place: keyof typeof looks; onDevice: () => void }) {
  const say = useSay()
  const unread = useUnreadCount()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const look = looks[place]
  const { bell, bellUnread } = messages.notices

  return (
    <div ref={frame}>
      <button
        ref={button}
        type="button"
        aria-label={say(unread > 0 ? bellUnread({ count: unread }) : bell)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={() => void NoticeList.preload?.()}
        onClick={() => setOpen(!open)}
        className={look.button}
      >
        <BellIcon aria-hidden="true" className="size-4.5" />
        {place === 'side' && <span className="ms-2.5">{say(messages.panels.notices)}</span>}
        {unread > 0 && (
          <span
            className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brass-bright px-1.5 text-xs font-semibold text-on-brass ${look.count}`}
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {open && (
        <Popover
          frame={frame}
          id={id}
          labelledBy={`${id}-title`}
          onClose={(isEscape) => {
            setOpen(false)
            if (isEscape) button.current?.focus()
          }}
          className={`absolute z-10 ${look.popover}`}
        >
          <LazyBoundary fallback={<NoticesLoading titleId={`${id}-title`} />}>
            <NoticeList
              titleId={`${id}-title`}
              onDevice={() => {
                setOpen(false)
                button.current?.focus()
                onDevice()
              }}
              onChosen={() => {
                setOpen(false)
                // Focus moves to the target of the notice.
                document.getElementById('main')?.focus()
              }}
            />
          </LazyBoundary>
        </Popover>
      )}
    </div>
  )
}
