import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { useFocusAfterRemoval } from './focus-return.ts'

type Options = {
  kind?: 'good' | 'bad'
  /** An action, such as Undo. */
  action?: { label: Message; run: () => void }
  /** Called when the user dismisses the toast, not when its time is over. */
  onDismiss?: () => void
  /** The subject, if the message does not name it. */
  about?: string | undefined
  /** The time for which the toast stays without hover or focus; at least five seconds. */
  seconds?: number
  /** The topic: a later toast of the same topic replaces this one, so that fifty saves in a row show one. */
  topic?: string | undefined
}

type Toast = { id: number; message: Message } & Options

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast in the corner of the page, from anywhere. */
export function toast(message: Message, options: Options = {}) {
  lastId += 1
  // At most four toasts are shown: more would not be read.
  const others = options.topic ? toasts.filter(({ topic }) => topic !== options.topic) : toasts
  change([...others, { id: lastId, message, ...options }].slice(-4))
}

function dismiss(id: number) {
  change(toasts.filter((other) => other.id !== id))
}

/** Dismisses the toasts of a session that has ended. */
export function dismissToasts() {
  change([])
}

/** Dismisses the toasts of a topic that are no longer true. */
export function dismissTopic(topic: string) {
  change(toasts.filter((other) => other.topic !== topic))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region of the toasts, rendered once, from the start: a live region must exist before its announcements. */
export function Toasts() {
  const say = useSay()
  const list = useSyncExternalStore(subscribe, () => toasts)
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus()
    }
    window.addEventListener('keydown', jump)
    return () => window.removeEventListener('keydown', jump)
  }, [])

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={say(messages.general.notifications)}
      aria-live="polite"
      data-toasts=""
      className="pointer-events-none fixed end-4 bottom-4 z-50 flex w-96 max-w-[calc(100vw-2rem)] flex-col items-end gap-2.5"
    >
      {list.map((item) => (
        <ToastItem key={item.id} item={item} />
      ))}
    </section>
  )
}

function ToastItem({ item }: { item: Toast }) {
  const say = useSay()
  const [held, setHeld] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const rememberFocus = useFocusAfterRemoval(frame)
  const seconds = Math.max(item.seconds ?? 6, 5)

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(item.id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [held, seconds, item.id])

  const Icon = item.kind === 'bad' ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; hover and focus only pause the timer.
    <div
      ref={frame}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        rememberFocus(event)
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full animate-appear items-center gap-3 rounded-lg border border-line bg-card py-2 ps-4 pe-2 shadow-lifted"
    >
      <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${item.kind === 'bad' ? 'text-bad' : 'text-good'}`} />
      <div className="min-w-0 grow py-1.5 text-sm wrap-anywhere">
        <p className="font-medium">{say(item.message)}</p>
        {item.about && (
          <p className="text-quiet">
            <bdi>{item.about}</bdi>
          </p>
        )}
      </div>
      {item.action && (
        <button
          type="button"
          onClick={() => {
            item.action?.run()
            dismiss(item.id)
          }}
          className="min-h-8 max-sm:min-h-11 cursor-pointer rounded-md px-2.5 text-sm font-semibold whitespace-nowrap text-brand hover:bg-brand-soft"
        >
          {say(item.action.label)}
        </button>
      )}
      <button
        type="button"
        aria-label={say(messages.general.dismiss)}
        onClick={() => {
          item.onDismiss?.()
          dismiss(item.id)
        }}
        className="grid relative touch-area size-8 shrink-0 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
