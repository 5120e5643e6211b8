import { type KeyboardEvent, useState } from 'react'

const rowSelector = '[data-chart-row]'

/**
 * Moves from mark to mark of a chart by the arrow keys: a chart is a single tab stop, however many marks it has. Rows carry
 * `data-chart-row`, the marks in them are links.
 */
export function useArrowKeys(keys: readonly string[]) {
  const [visited, setVisited] = useState<string>()
  const stop = visited !== undefined && keys.includes(visited) ? visited : keys[0]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const mark = document.activeElement
    if (!(mark instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const next = neighbourOf(mark, event.currentTarget, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return {
    chart: { onKeyDown },
    mark: (key: string) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setVisited(key) }),
  }
}

function neighbourOf(mark: HTMLElement, chart: HTMLElement, key: string): HTMLElement | undefined {
  const all = [...chart.querySelectorAll<HTMLElement>(`${rowSelector} a`)]
  const forward = getComputedStyle(chart).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return all[all.indexOf(mark) + (key === forward ? 1 : -1)]
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const rows = [...chart.querySelectorAll(rowSelector)].filter((row) => row.querySelector('a'))
  const row = rows[rows.findIndex((other) => other.contains(mark)) + (key === 'ArrowDown' ? 1 : -1)]
  if (!row) return undefined
  const distance = (other: HTMLElement) => Math.abs(middleOf(other) - middleOf(mark))
  return [...row.querySelectorAll<HTMLElement>('a')].sort((a, b) => distance(a) - distance(b))[0]
}

function middleOf(element: HTMLElement) {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
