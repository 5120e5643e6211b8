import { Check, ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { controlLook, Field } from './field.tsx'

type Item = { id: number }

type Props<Row extends Item> = {
  label: string
  required?: boolean
  /** The name of the list, for screen readers. */
  listLabel: string
  /** The items; undefined while loading. */
  items: readonly Row[] | undefined
  /** The typed text, by which the items are narrowed. */
  text: string
  /** The text of the field while nothing is being typed. */
  shownText: string
  isChosen: (item: Row) => boolean
  /** The items that match the text, the best first. */
  narrow: (items: readonly Row[], text: string) => readonly Row[]
  /** The content of an option. Quiet text must be readable on the active one, too. */
  option: (item: Row, isActive: boolean) => ReactNode
  onType: (text: string) => void
  onChoose: (item: Row) => void
  onBlur?: () => void
  /** The text in place of an empty list. */
  nothing: string
  /** The number of matches in words, for screen readers. */
  found: (count: number) => string
  /** The largest number of listed items; `more` is the text below the list about the others. */
  most?: number
  more?: (count: number) => string
  error?: string | undefined
  hint?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  /** Whether it is a filter above a list: its label stands in the empty field. */
  isFilter?: boolean
}

/**
 * A text field that suggests items while typing, after the combobox pattern of WAI-ARIA: arrows move, Enter chooses, Escape closes the
 * list.
 */
export function Combobox<Row extends Item>(props: Props<Row>) {
  const { label, listLabel, items, text, shownText, isChosen, narrow, most = Number.POSITIVE_INFINITY } = props
  const say = useSay()
  const listId = useId()
  const [open, setOpen] = useState(false)
  // Only text typed while the list is open filters it: a field with a chosen item still offers all the others.
  const [typed, setTyped] = useState(false)
  const [active, setActive] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const room = useRoomBelow(box, open)

  const found = useMemo(() => (items && typed ? narrow(items, text) : (items ?? [])), [items, typed, narrow, text])
  const offered = found.length > most ? found.slice(0, most) : found
  const activeId = open && active !== undefined && offered[active] ? `${listId}-${offered[active].id}` : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function show() {
    if (open) return
    const chosen = (items ?? []).findIndex(isChosen)
    setTyped(false)
    setActive(chosen === -1 ? undefined : chosen)
    setOpen(true)
  }

  function choose(item: Row) {
    props.onChoose(item)
    setOpen(false)
  }

  function type(next: string) {
    props.onType(next)
    setOpen(true)
    setTyped(true)
    // Typing activates the best match, so that Enter chooses it.
    setActive(next.trim() === '' ? undefined : 0)
  }

  function move(step: 1 | -1) {
    if (!open) return show()
    if (offered.length === 0) return
    const from = active ?? (step === 1 ? -1 : 0)
    setActive((from + step + offered.length) % offered.length)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = active === undefined ? undefined : offered[active]
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && open && chosen) choose(chosen)
    else if (event.key === 'Escape' && open) setOpen(false)
    else return
    event.preventDefault()
    // An Escape that closed the list must not also close a surrounding dialog.
    event.stopPropagation()
  }

  const Labelled = props.isFilter ? FilterField : Field
  return (
    <Labelled label={label} error={props.error} hint={props.hint && <bdi>{props.hint}</bdi>}>
      {(wiring) => (
        <div ref={box} className="relative scroll-mt-1 lg:scroll-mt-8">
          <input
            {...wiring}
            ref={props.inputRef}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            aria-required={props.required || undefined}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={
              props.isFilter
                ? label
                : say(items === undefined ? messages.general.loading : messages.postedActivities.searchAndChoose)
            }
            // The text that is being typed does not change under the cursor.
            value={open && typed ? text : shownText}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={show}
            onKeyDown={press}
            onBlur={() => {
              setOpen(false)
              props.onBlur?.()
            }}
            dir="auto"
            className={`${controlLook} truncate pe-10 text-as-around ${props.isFilter ? 'min-h-10! max-sm:min-h-11!' : ''}`}
          />
          <ChevronDown
            aria-hidden="true"
            className={`pointer-events-none absolute inset-y-0 end-3 my-auto size-4.5 text-quiet transition-transform ${open ? 'rotate-180' : ''}`}
          />
          {open && (
            <div className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-md border border-edge/60 bg-card shadow-lifted">
              <div
                id={listId}
                role="listbox"
                aria-label={listLabel}
                // A press in the list must not blur the field: on a phone that would close the keyboard and the list.
                onMouseDown={(event) => event.preventDefault()}
                className="max-h-72 overflow-y-auto overscroll-contain p-1"
                style={{ maxHeight: room }}
              >
                {offered.map((item, index) => (
                  <Option
                    key={item.id}
                    id={`${listId}-${item.id}`}
                    isActive={index === active}
                    isChosen={isChosen(item)}
                    onChoose={() => choose(item)}
                  >
                    {props.option(item, index === active)}
                  </Option>
                ))}
              </div>
              {props.more && found.length > offered.length && (
                <p className="border-t border-line px-3.5 py-2 text-sm text-quiet">
                  <bdi>{props.more(found.length - offered.length)}</bdi>
                </p>
              )}
              {offered.length === 0 && (
                <p className="px-3.5 pb-3 text-sm text-quiet">
                  {items === undefined ? say(messages.general.loading) : props.nothing}
                </p>
              )}
            </div>
          )}
          <p role="status" className="sr-only">
            {open && typed && props.found(found.length)}
          </p>
        </div>
      )}
    </Labelled>
  )
}

function FilterField({ label, children }: ComponentProps<typeof Field>) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children({ id, 'aria-invalid': undefined, 'aria-describedby': undefined })}
    </>
  )
}

/** The height of three options of two lines, and the space around them. */
const enough = 192
const belowList = 12

/**
 * The largest height of the list in pixels; undefined if it fits as it is. A phone's keyboard covers the lower half of the page without
 * making it smaller, so the field is scrolled up until there is room for some options above the keyboard.
 */
function useRoomBelow(box: RefObject<HTMLElement | null>, isOpen: boolean): number | undefined {
  const [room, setRoom] = useState<number>()
  useLayoutEffect(() => {
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return
    const roomBelow = () => {
      const field = box.current?.getBoundingClientRect()
      return field ? viewport.offsetTop + viewport.height - field.bottom - belowList : enough
    }
    const place = () => {
      if (roomBelow() < enough) box.current?.scrollIntoView({ block: 'start' })
      setRoom(Math.max(roomBelow(), 120))
    }
    place()
    // The keyboard appears after the list.
    viewport.addEventListener('resize', place)
    return () => viewport.removeEventListener('resize', place)
  }, [box, isOpen])
  return room !== undefined && room < 288 ? room : undefined
}

type OptionProps = { id: string; isActive: boolean; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Option({ id, isActive, isChosen, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 ${isActive ? 'bg-brand-soft' : 'hover:bg-sunk'}`}
    >
      <span className="min-w-0 grow">{children}</span>
      {isChosen && <Check aria-hidden="true" className="size-4 shrink-0 text-brand" />}
    </div>
  )
}

/** A name, and below it the text that distinguishes it from others. */
export function TwoLines({ name, isActive, children }: { name: string; isActive: boolean; children: ReactNode }) {
  return (
    <>
      <span className="block leading-snug wrap-anywhere">
        <bdi>{name}</bdi>
      </span>
      <span className={`block text-[0.8125rem] leading-snug ${isActive ? 'text-ink' : 'text-quiet'}`}>
        <bdi>{children}</bdi>
      </span>
    </>
  )
}
