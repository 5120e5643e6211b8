import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A row of numbers. `link` leads to the subject of the row; `hint` names the target. */
export type NumberRow = {
  key: string
  name: string
  link?: { place: LinkProps; hint: string } | undefined
  cells: readonly ReactNode[]
}

type Props = {
  caption: string
  /** The header of the row names. */
  nameHeader: string
  headers: readonly ReactNode[]
  rows: readonly NumberRow[]
}

/** The numbers of a chart. Its rows are as high as the chart's; if it is too wide it scrolls in its own container. */
export function NumberTable({ caption, nameHeader, headers, rows }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this only names a scroll container.
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
      tabIndex={0}
      className="overflow-x-auto rounded-sm print:overflow-visible"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="h-9 text-[0.8125rem] text-quiet">
            <th scope="col" className="pe-3 text-start font-medium">
              {nameHeader}
            </th>
            {headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are.
              <th key={index} scope="col" className="px-1.5 text-right font-medium whitespace-nowrap last:pe-0">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, link, cells }) => (
            <tr key={key} className="h-9 border-t border-line">
              <th scope="row" className="max-w-44 min-w-24 py-0 pe-3 text-start font-normal">
                <div dir="auto" className="text-as-around line-clamp-2 leading-4 wrap-anywhere" title={name}>
                  {link ? (
                    <Link
                      {...link.place}
                      title={link.hint}
                      className="rounded-xs underline-offset-2 hover:underline focus-visible:underline"
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </div>
              </th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stay in their columns.
                <td key={index} className="px-1.5 text-right whitespace-nowrap last:pe-0">
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
