import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * The most used links of a small screen, at its lower edge and in reach of the thumb. The bar is in the flow of the page, so that it covers
 * nothing at its end; elements that scroll or stick below it read its height (styles.css).
 */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      data-links-bar=""
      className="sticky bottom-0 z-10 shrink-0 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid h-15 max-w-xl auto-cols-fr grid-flow-col px-1">{children}</ul>
    </nav>
  )
}

/** The style of a link. The current one is marked by aria-current, which also styles it. */
export const bottomBarItem =
  'group/item relative flex h-full min-w-0 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-md px-0.5 text-center text-quiet transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-4 aria-[current=page]:before:-top-px aria-[current=page]:before:h-[3px] aria-[current=page]:before:rounded-b-sm aria-[current=page]:before:bg-brass focus-visible:-outline-offset-2'

type FaceProps = {
  Icon: LucideIcon
  label: string
  /** The number on the icon, if there is something to count. */
  count?: number
  /** True for the main link of the bar. */
  isMain?: boolean
}

/** The icon and the name of a link. With very large text there is room for the icons only; their names stay for screen readers. */
export function BottomBarFace({ Icon, label, count = 0, isMain = false }: FaceProps) {
  return (
    <>
      <span
        className={`relative grid h-7 place-items-center ${isMain ? 'w-14 rounded-full bg-brand text-on-brand group-hover/item:bg-brand-strong @max-xs/page:w-9' : 'w-9'}`}
      >
        <Icon aria-hidden="true" className="size-5" />
        {count > 0 && (
          <span className="absolute -end-0.5 -top-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-brass-bright px-1 text-[0.6875rem] font-semibold text-on-brass">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className="line-clamp-2 max-w-full text-xs leading-3.5 font-medium @max-xs/page:sr-only">{label}</span>
    </>
  )
}
