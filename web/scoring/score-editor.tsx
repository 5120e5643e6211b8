import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { ScoreColumn } from '../entities/scores/scoring.api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { watchTyping } from '../ui/number-typing.ts'
import { type NextCell, type ScoreEntry, useScoreEditing } from './score-editing.tsx'

type Props = {
  member: StaffMember
  column: ScoreColumn
  entry: Extract<ScoreEntry, { state: 'editing' }>
}

/**
 * The editor overlays its cell: no column shifts, the frame does not clip it, and it follows the scroll position. In the DOM it stays
 * inside the cell, so that Tab and screen readers continue in the row.
 */
export function ScoreEditor({ member, column, entry }: Props) {
  const say = useSay()
  const { commit, cancel, refuse, leave, most, paste, hasBeside } = useScoreEditing()
  const input = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof watchTyping>>(null)
  const box = useRef<HTMLDivElement>(null)
  const [messageId, ruleId] = [useId(), useId()]
  const isQuestion = entry.asked !== undefined
  const { names, scoreOf, invalidTp, invalidFeedback } = messages.scoring
  const isAgainstRule = entry.message?.key === invalidTp.key || entry.message?.key === invalidFeedback.key
  const label = say(scoreOf({ score: names[column], name: member.name }))

  const onRefused = useEffectEvent((typed: string | undefined) => refuse(member.id, column, typed))
  useLayoutEffect(() => {
    if (!input.current) return
    scrollTo(box.current)
    typing.current = watchTyping(input.current, (typed) => onRefused(typed))
    input.current.focus({ preventScroll: true })
    typing.current.select()
    return () => typing.current?.stop()
  }, [])
  const isAway = usePlaceOver(box, input)

  useEffect(() => {
    // The wheel would change the value of a focused number field: a score changed by scrolling.
    const element = input.current
    const keepNumber = (event: WheelEvent) => event.preventDefault()
    element?.addEventListener('wheel', keepNumber, { passive: false })
    return () => element?.removeEventListener('wheel', keepNumber)
  }, [])

  function save(next: NextCell) {
    const { value = '', validity } = input.current ?? {}
    // A text that is no number has an empty value, too.
    const number = typing.current?.isUnfinished() ? Number.NaN : readNumber(value, 1)
    commit(member, column, { text: value, value: number, isEmpty: value === '' && !validity?.badInput }, next)
    // The editor is still open if the value was invalid or has to be confirmed: the next input replaces it.
    input.current?.focus({ preventScroll: true })
    typing.current?.select()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel(member.id, column)
    }
    if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault()
      save(event.shiftKey ? 'above' : 'below')
    }
    // A number field would change the score by a tenth.
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.target === input.current) {
      event.preventDefault()
      save(event.key === 'ArrowUp' ? 'above' : 'below')
    }
    // Tab moves from one score of a member to the other, and back, as in a spreadsheet.
    if (event.key === 'Tab' && event.target === input.current && hasBeside(column, !event.shiftKey)) {
      event.preventDefault()
      save('beside')
    }
  }

  /** More than one value is a block for several cells. */
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    paste(member, column, text)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget) || relatedTarget?.closest('[data-toasts]')) return
    // The editor stays open for the user's return if the window lost focus.
    if (!document.hasFocus()) return
    leave(member.id, column, input.current?.value ?? '')
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend into a table cell.
    <div
      ref={box}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      // Some browsers blur the field without focusing the pressed button, which would count as leaving the editor.
      onMouseDown={(event) => event.target !== input.current && event.preventDefault()}
      className={`fixed z-40 w-max cursor-default rounded-md border border-edge/60 bg-card p-1.5 text-start shadow-lifted ${isAway ? 'pointer-events-none opacity-0' : ''}`}
    >
      <div className="flex gap-1.5">
        <input
          ref={input}
          type="number"
          step="0.1"
          min="0"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          defaultValue={entry.text}
          aria-label={label}
          aria-invalid={entry.message && !isQuestion ? true : undefined}
          aria-describedby={entry.message ? `${messageId}${isAgainstRule ? ` ${ruleId}` : ''}` : undefined}
          onPaste={onPaste}
          onInput={() => isAway && scrollTo(box.current)}
          className="h-8 w-18 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none rounded-sm border border-edge bg-card px-2 text-end aria-invalid:border-bad focus-visible:border-focus focus-visible:outline-offset-0"
        />
        <Button size="small" look="primary" onClick={() => save('none')}>
          {say(messages.actions.save)}
        </Button>
        <Button size="small" onClick={() => cancel(member.id, column)}>
          {say(messages.actions.cancel)}
        </Button>
      </div>
      {entry.message && (
        <p
          id={messageId}
          role="alert"
          className={`mt-1.5 mb-0.5 w-0 min-w-full px-0.5 text-[0.8125rem] font-medium ${isQuestion ? '' : 'text-bad'}`}
        >
          {say(entry.message)}
        </p>
      )}
      {isAgainstRule && (
        <p id={ruleId} className="mb-0.5 w-0 min-w-full px-0.5 text-[0.8125rem] text-quiet">
          {say(entry.refused ?? messages.scoring.rule({ most: formatPoints(most[column]) }))}
        </p>
      )}
    </div>
  )
}

/** Scrolls to the cell, because the box itself has a fixed position. */
function scrollTo(box: HTMLElement | null) {
  box?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Positions the box over its cell, with the digits aligned. Returns true while the cell is scrolled out of view. */
function usePlaceOver(box: RefObject<HTMLElement | null>, field: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false)

  const place = useCallback(() => {
    if (!box.current?.parentElement || !field.current) return
    const cell = box.current.parentElement.getBoundingClientRect()
    const { width, height } = box.current.getBoundingClientRect()
    // The distance from the edge of the box to the digits: its padding and border, and the field up to its own padding and border.
    const toDigits = 7 + field.current.offsetWidth - 9
    const isRtl = getComputedStyle(box.current).direction === 'rtl'
    const left = isRtl ? cell.left + toDigits - width : cell.right - toDigits
    const top = (cell.top + cell.bottom) / 2 - 7 - field.current.offsetHeight / 2
    box.current.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - width - 8))}px`
    box.current.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`
  }, [box, field])

  // The box is placed after every render: an error makes it higher, and a saved row may change the sort order.
  useLayoutEffect(place)

  useEffect(() => {
    const observer = new IntersectionObserver(([cell]) => setIsAway(cell ? !cell.isIntersecting : false))
    if (box.current?.parentElement) observer.observe(box.current.parentElement)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [box, place])

  return isAway
}
