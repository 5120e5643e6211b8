/** The number of things that wait behind an item of the sidebar. */
export function SidebarCount({ count, words }: { count: number; words: string }) {
  return (
    <>
      <span className="sr-only">{` ${words}`}</span>
      <span
        aria-hidden="true"
        title={words}
        className="ms-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brass-bright px-1.5 text-xs font-semibold text-on-brass"
      >
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}
