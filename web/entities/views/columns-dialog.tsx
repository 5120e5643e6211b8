import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, isMovable } from '../../ui/data-table-model.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { PanelView } from './panel-view.ts'
import { showContent, shownContent } from './shown-content.ts'
import { useViewChanges } from './view-changes.api.ts'

type Item = { column: Column<never>; isShown: boolean }

/** The shown columns in their order, and then the hidden ones as the specification has them. */
function itemsOf(columns: readonly Column<never>[], order: readonly string[] | undefined): Item[] {
  const movable = columns.filter(isMovable)
  if (!order) return movable.map((column) => ({ column, isShown: true }))
  const shown = order.flatMap((id) => movable.find((column) => column.id === id) ?? [])
  const hidden = movable.filter((column) => !shown.includes(column))
  return [...shown.map((column) => ({ column, isShown: true })), ...hidden.map((column) => ({ column, isShown: false }))]
}

type Props = { view: PanelView; onClose: () => void }

/** The dialog in which the columns of a list are ticked and moved. Nothing changes until it is saved. */
export function ColumnsDialog({ view, onClose }: Props) {
  const say = useSay()
  const { choose } = useViewChanges(view.panel)
  const [items, setItems] = useState(() => itemsOf(view.columns, view.order))
  const [moved, setMoved] = useState<string>()
  const { savedViews } = messages

  function move(index: number, steps: 1 | -1, event: MouseEvent<HTMLElement>) {
    const item = items[index]
    const place = index + steps
    if (!item || place < 0 || place >= items.length) return
    const next = items.toSpliced(index, 1).toSpliced(place, 0, item)
    const button = event.currentTarget
    flushSync(() => setItems(next))
    // The row of the button was moved in the document, and lost the focus there.
    button.focus()
    setMoved(say(savedViews.movedTo({ column: item.column.header, place: place + 1, count: items.length })))
  }

  function save() {
    const standard = itemsOf(view.columns, undefined)
    const isStandard = items.every(({ column, isShown }, index) => isShown && column === standard[index]?.column)
    const columns = isStandard ? undefined : items.flatMap(({ column, isShown }) => (isShown ? [column.id] : []))
    const { columns: _, ...content } = shownContent(view)
    if (view.current) {
      // The columns belong to the view that is open, until another one is.
      void showContent(view, { ...content, ...(columns ? { columns } : {}) }, view.current.id)
    } else {
      void showContent(view, content)
      choose({ columns: columns ?? null }).catch((error) => alertFailure(error, savedViews.columnsFailed))
    }
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title={say(savedViews.columns)} description={say(savedViews.columnsHint)} onPhone="full">
      <ol aria-label={say(savedViews.columns)} className="divide-y divide-line rounded-md border border-line">
        {items.map(({ column, isShown }, index) => (
          <li key={column.id} className="flex items-center gap-1 px-2">
            <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                checked={isShown}
                aria-label={say(savedViews.showColumn({ column: column.header }))}
                onChange={({ target }) =>
                  setItems(items.map((item) => (item.column === column ? { column, isShown: target.checked } : item)))
                }
                className="size-4.5 shrink-0 accent-brand"
              />
              <span className="min-w-0">
                <bdi className="block">{column.header}</bdi>
                {column.headerTitle && <bdi className="block text-xs leading-4 text-quiet">{column.headerTitle}</bdi>}
              </span>
            </label>
            <MoveButton
              label={say(savedViews.moveUp({ column: column.header }))}
              isDisabled={index === 0}
              onClick={(event) => move(index, -1, event)}
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </MoveButton>
            <MoveButton
              label={say(savedViews.moveDown({ column: column.header }))}
              isDisabled={index === items.length - 1}
              onClick={(event) => move(index, 1, event)}
            >
              <ArrowDown aria-hidden="true" className="size-4" />
            </MoveButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2.5">
        <Button className="me-auto" onClick={() => setItems(itemsOf(view.columns, undefined))}>
          {say(savedViews.standardColumns)}
        </Button>
        <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
        <Button look="primary" onClick={save}>
          {say(messages.actions.save)}
        </Button>
      </div>
    </Dialog>
  )
}

type MoveProps = {
  label: string
  isDisabled: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
  children: ReactNode
}

/** The button stays focusable at the end of the list: it may have been pressed by keyboard up to there. */
function MoveButton({ label, isDisabled, onClick, children }: MoveProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className="grid relative touch-area size-9 shrink-0 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40 pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}
