import { useNavigate } from '@tanstack/react-router'
import { CornerDownLeft, Search, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { HandbookPage } from '../../contract/handbook.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { longestSearch } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { useCloseOnBack } from '../ui/close-on-back.ts'
import { keepOpenForToasts } from '../ui/dialog.tsx'
import { useFocusReturn } from '../ui/focus-return.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { Commands } from './actions.ts'
import { useSlashSwitch } from './find-keys.ts'
import { foundGroups, type OwnEntry, ownGroups, type Result, useFound } from './find-results.ts'
import { orderedGroups } from './group-order.ts'
import type { Dashboard } from './places.ts'
import { rememberChosen } from './recent.ts'

type Props = {
  home: Dashboard
  /** The panels and commands that the user has. */
  panels: readonly OwnEntry[]
  account: readonly OwnEntry[]
  /** What can be done from every panel. */
  commands: Commands
  /** Opens a page of the handbook. */
  onHelp: (page: HandbookPage) => void
  onClose: () => void
}

/**
 * The one search, after the combobox pattern of WAI-ARIA: focus stays in the field, arrows move through the groups, Enter opens, Escape
 * closes.
 */
export function FindDialog({ home, panels, account, commands, onHelp, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { reply, isSettled, isFailed, retry } = useFound(text)
  const own = ownGroups(say, text, panels, account)
  const groups = orderedGroups(text, foundGroups({ say, language, home, commands, onHelp }, text, reply, own), own).filter(
    ({ results }) => results.length > 0,
  )
  const results = groups.flatMap((group) => group.results)

  // The first result is active, until an arrow key chooses another: more of them may arrive while the list is open.
  const [activeKey, setActiveKey] = useState<string>()
  const active = Math.max(
    0,
    results.findIndex(({ key }) => key === activeKey),
  )
  const activeId = results[active] && `${id}-${results[active].key}`
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const isLeaving = useRef(false)
  const giveFocusBack = useFocusReturn(true)
  useCloseOnBack(true, onClose)

  function choose({ key, label, note, isRemembered, target }: Result) {
    if (typeof target === 'function') {
      onClose()
      target()
      return
    }
    if (isRemembered) rememberChosen({ key, label, note, place: target })
    isLeaving.current = true
    onClose()
    void navigate(target)
  }

  // Enter before the results of the text arrive chooses the first of them, not one of the results before.
  const [isEntered, setIsEntered] = useState(false)
  const first = results[active]
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setIsEntered(false)
    if (first && !isFailed) choose(first)
  })

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 5, PageUp: active - 5 }[event.key]
    if (to !== undefined && results.length > 0) {
      // Arrows go round, pages stop at the ends.
      const isArrow = event.key.startsWith('Arrow')
      const next = isArrow ? (to + results.length) % results.length : Math.min(Math.max(to, 0), results.length - 1)
      setActiveKey(results[next]?.key)
    } else if (event.key === 'Enter') setIsEntered(true)
    else return
    event.preventDefault()
  }

  const { title, placeholder, placeholderWithoutPeople, found, nothing, nothingHint, failed } = messages.finding
  const hasPeople = useRights().see_members || home === pages.adminDashboard
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div data-holds-page="" className="@container/page fixed inset-0 z-40 grid grid-cols-1 justify-items-center bg-veil">
          <Radix.Content
            aria-describedby={undefined}
            onInteractOutside={keepOpenForToasts}
            onCloseAutoFocus={(event) => {
              if (!isLeaving.current) return giveFocusBack(event)
              // Focus moves to the panel that was opened.
              event.preventDefault()
              document.getElementById('main')?.focus()
            }}
            className="pointer-events-auto m-3 flex max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] max-w-xl animate-appear flex-col self-start overflow-hidden sm:mt-[12vh] sm:max-h-[80dvh] rounded-lg border border-line bg-card shadow-lifted"
          >
            <Radix.Title className="sr-only">{say(title)}</Radix.Title>
            <div className="flex shrink-0 items-center gap-3 border-b border-line ps-4 pe-2.5 has-[input:focus-visible]:border-focus">
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
              <input
                type="text"
                role="combobox"
                aria-label={say(title)}
                aria-expanded={results.length > 0}
                aria-controls={`${id}-list`}
                aria-autocomplete="list"
                aria-activedescendant={activeId}
                autoComplete="off"
                autoCorrect="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                maxLength={longestSearch}
                placeholder={say(hasPeople ? placeholder : placeholderWithoutPeople)}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setActiveKey(undefined)
                  setIsEntered(false)
                }}
                onKeyDown={press}
                dir="auto"
                // The border below the field shows that it has focus.
                className="min-h-13 w-full min-w-0 truncate bg-transparent text-base text-as-around text-ink outline-none placeholder:text-quiet"
              />
              {!isSettled && <Spinner />}
              <Radix.Close
                aria-label={say(messages.actions.close)}
                className="grid relative touch-area size-9 shrink-0 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
            <p role="status" className="sr-only">
              {text !== '' && isSettled && !isFailed && say(found({ count: results.length }))}
            </p>
            {isFailed && (
              <div
                role="alert"
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 text-sm text-bad"
              >
                <bdi>{say(failed)}</bdi>
                <Button size="small" onClick={retry}>
                  {say(messages.actions.tryAgain)}
                </Button>
              </div>
            )}
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={say(messages.finding.results)}
              // A press in the list must not blur the field: on a phone that would close the keyboard.
              onMouseDown={(event) => event.preventDefault()}
              className={`min-h-0 max-h-[28rem] overflow-y-auto overscroll-contain p-1.5 empty:hidden ${isSettled ? '' : 'opacity-75'}`}
            >
              {groups.map(({ key, title: groupTitle, results: ofGroup }) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of form fields.
                <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
                  <p id={`${id}-${key}`} className="px-2.5 pt-2 pb-1 text-[0.8125rem] font-medium text-quiet">
                    {say(groupTitle)}
                  </p>
                  {ofGroup.map((result) => (
                    <Option
                      key={result.key}
                      id={`${id}-${result.key}`}
                      result={result}
                      isActive={result === results[active]}
                      onChoose={() => choose(result)}
                    />
                  ))}
                </div>
              ))}
            </div>
            {text !== '' && isSettled && !isFailed && results.length === 0 && (
              <div className="px-4 py-6 text-center">
                <p className="font-medium wrap-anywhere">
                  <bdi>{say(nothing({ text }))}</bdi>
                </p>
                <p className="mt-1 text-sm text-quiet">
                  <bdi>{say(nothingHint)}</bdi>
                </p>
              </div>
            )}
            <Foot />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

type OptionProps = { id: string; result: Result; isActive: boolean; onChoose: () => void }

function Option({ id, result: { label, note, leadsOn }, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 ${isActive ? 'bg-brand-soft' : 'hover:bg-sunk'}`}
    >
      <span className="min-w-0 grow">
        <span className={`block leading-snug wrap-anywhere ${leadsOn ? 'text-sm font-medium text-brand' : ''}`}>
          <bdi>{label}</bdi>
        </span>
        {note && (
          <span className={`block text-[0.8125rem] leading-snug wrap-anywhere ${isActive ? 'text-ink' : 'text-quiet'}`}>
            <bdi>{note}</bdi>
          </span>
        )}
      </span>
      {isActive && <CornerDownLeft aria-hidden="true" className="size-4 shrink-0 text-brand max-sm:hidden rtl:-scale-x-100" />}
    </div>
  )
}

/** The list of the keys, and the switch of the key that is a character. It is not on small screens: few have a keyboard. */
function Foot() {
  const say = useSay()
  const [isOn, turn] = useSlashSwitch()
  const { keyMoves, keyOpens, keyCloses, slashKey } = messages.finding
  const keys = [
    { names: ['↑', '↓'], does: keyMoves },
    { names: ['↵'], does: keyOpens },
    { names: ['Esc'], does: keyCloses },
  ]
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunk px-4 py-2 text-[0.8125rem] text-quiet max-sm:hidden">
      <ul aria-hidden="true" className="flex gap-x-3.5">
        {keys.map(({ names, does }) => (
          <li key={does.key} className="flex items-center gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="inline-grid min-w-5 place-items-center rounded-sm border border-current/35 px-1 font-sans text-[0.6875rem] leading-4.5 font-medium"
              >
                {name}
              </kbd>
            ))}
            {say(does)}
          </li>
        ))}
      </ul>
      <label className="flex relative touch-area min-h-6 cursor-pointer items-center gap-2">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.target.checked)} className="size-4 accent-brand" />
        <bdi>{say(slashKey)}</bdi>
      </label>
    </div>
  )
}
