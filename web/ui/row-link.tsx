import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

type Props = {
  link: LinkProps
  /** The target in words, instead of a text that does not name it. */
  label?: string
  /** The target in words beside the text, where that names the row: a screen reader reads it before each of its cells. */
  hint?: string
  /** The whole text on hover, for a link that is cut after two lines. */
  whole?: string
  children: ReactNode
}

/** The look of a quiet link: as the text around it, underlined on hover or focus. */
const quietLink = 'rounded-xs underline-offset-2 hover:underline focus-visible:underline'

/**
 * A link in a row of a table. It is not the router's Link, which subscribes every row to the location. A plain click stays in the page;
 * with a key held, or the middle button, the browser follows the link itself.
 */
export function RowLink({ link, label, hint, whole, children }: Props) {
  const router = useRouter()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(link)
  }
  return (
    <a
      href={router.buildLocation(link).href}
      onClick={follow}
      aria-label={label}
      title={hint ?? whole}
      dir={whole === undefined ? undefined : 'auto'}
      className={`${quietLink} ${whole === undefined ? '' : 'cell-text'}`}
    >
      {children}
    </a>
  )
}
