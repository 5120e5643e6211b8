import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { countPoints } from '../grading/count-points.ts'
import { useLanguage, useSay } from '../language.ts'
import { controlLook, Field } from '../ui/field.tsx'

type Props = {
  label: string
  /** `undefined` while loading. */
  activities: readonly Activity[] | undefined
  /** The English name of the chosen activity, or the text that was typed. */
  value: string
  /** The same, with the name of the chosen activity in the language of the page. */
  shownValue: string
  onChange: (name: string) => void
  onBlur: () => void
  error?: string | undefined
  hint?: string | undefined
  inputRef: Ref<HTMLInputElement>
}

/**
 * A text field that suggests activities while typing, after the combobox pattern of WAI-ARIA: arrows move, Enter chooses,
 * Escape closes the list. The value is the name itself, so typing a full name also chooses it. A chosen name is the English one, so that
 * it stays the same when the language of the page changes.
 */
export function ActivityCombobox({ label, activities, value, shownValue, onChange, onBlur, error, hint, inputRef }: Props) {
  const say = useSay()
  const language = useLanguage()
  const listId = useId()
  const [open, setOpen] = useState(false)
  // Only text typed while the list is open filters it: a field with a chosen name still offers all the others.
  const [typed, setTyped] = useState(false)
  const [active, setActive] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const room = useRoomBelow(box, open)

  const offered = useMemo(
    () => (activities && typed ? narrow(say, language, activities, value) : (activities ?? [])),
    [say, language, activities, typed, value],
  )
  const activeId = open && active !== undefined && offered[active] ? `${listId}-${offered[active].id}` : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function show() {
    if (open) return
    const chosen = (activities ?? []).findIndex(({ name }) => name === value)
    setTyped(false)
    setActive(chosen === -1 ? undefined : chosen)
    setOpen(true)
  }

  function choose(activity: Activity) {
    onChange(activity.name)
    setOpen(false)
  }

  function type(text: string) {
    onChange(text)
    setOpen(true)
    setTyped(true)
    // Typing activates the best match, so that Enter chooses it.
    setActive(text.trim() === '' ? undefined : 0)
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

  return (
    <Field label={label} error={error} hint={hint && <bdi>{hint}</bdi>}>
      {(wiring) => (
        <div ref={box} className="relative scroll-mt-18 lg:scroll-mt-8">
          <input
            {...wiring}
            ref={inputRef}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            aria-required
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={say(activities === undefined ? messages.general.loading : messages.postedActivities.searchAndChoose)}
            // Text that is being typed does not change under the cursor.
            value={open && typed ? value : shownValue}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={show}
            onKeyDown={press}
            onBlur={() => {
              setOpen(false)
              onBlur()
            }}
            dir="auto"
            className={`${controlLook} truncate pe-10 text-as-around`}
          />
          <ChevronDown
            aria-hidden="true"
            className={`pointer-events-none absolute inset-y-0 end-3 my-auto size-4.5 text-quiet transition-transform ${open ? 'rotate-180' : ''}`}
          />
          <div
            hidden={!open}
            className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-md border border-edge/60 bg-card shadow-lifted"
          >
            <div
              id={listId}
              role="listbox"
              aria-label={say(messages.fields.activities)}
              // A press in the list must not blur the field: on a phone that would close the keyboard and the list.
              onMouseDown={(event) => event.preventDefault()}
              className="max-h-72 overflow-y-auto overscroll-contain p-1"
              style={{ maxHeight: room }}
            >
              {offered.map((activity, index) => (
                <Option
                  key={activity.id}
                  id={`${listId}-${activity.id}`}
                  activity={activity}
                  active={index === active}
                  chosen={activity.name === value}
                  onChoose={() => choose(activity)}
                />
              ))}
            </div>
            {offered.length === 0 && (
              <p className="px-3.5 pb-3 text-sm text-quiet">
                {say(
                  activities === undefined
                    ? messages.general.loading
                    : activities.length === 0
                      ? messages.activities.empty
                      : messages.postedActivities.noSuchActivity,
                )}
              </p>
            )}
          </div>
          <p role="status" className="sr-only">
            {open && typed && say(messages.general.activityCount({ count: offered.length }))}
          </p>
        </div>
      )}
    </Field>
  )
}

/** Three options of two lines, and the space around them. */
const enough = 192
const belowList = 12

/**
 * How high the list may be in pixels; undefined if it fits as it is. A phone's keyboard covers the lower half of the page without making
 * it smaller, so the field is scrolled up until there is room for some options above the keyboard.
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

type OptionProps = { id: string; activity: Activity; active: boolean; chosen: boolean; onChoose: () => void }

function Option({ id, activity, active, chosen, onChoose }: OptionProps) {
  const say = useSay()
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={onChoose}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 ${active ? 'bg-brand-soft' : 'hover:bg-sunk'}`}
    >
      <span className="min-w-0 grow">
        <span className="block leading-snug wrap-anywhere">
          <bdi>{localized(language, activity, 'name')}</bdi>
        </span>
        <span className={`block text-[0.8125rem] leading-snug ${active ? 'text-ink' : 'text-quiet'}`}>
          <bdi>
            {say(countPoints(activity.score))} · {say(typeName(activity.type))}
          </bdi>
        </span>
      </span>
      {chosen && <Check aria-hidden="true" className="size-4 shrink-0 text-brand" />}
    </div>
  )
}

/** Every word must occur, in any order, in the shown or the English name; one that starts with the typed text comes first. */
function narrow(say: Say, language: Language, activities: readonly Activity[], text: string): readonly Activity[] {
  const wanted = foldForSearch(text).trim()
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = activities.filter((activity) => {
    const searched = foldForSearch(`${localizedAndEnglish(language, activity, 'name')} ${say(typeName(activity.type))}`)
    return words.every((word) => searched.includes(word))
  })
  const begins = (activity: Activity) =>
    [localized(language, activity, 'name'), activity.name].some((name) => foldForSearch(name).startsWith(wanted))
  return [...found.filter(begins), ...found.filter((activity) => !begins(activity))]
}
