/** On a wide page the block has one height, whatever is in it: nothing below it moves. */
export const homeGrid = 'grid shrink-0 grid-cols-1 gap-3 lg:h-33 lg:grid-cols-[18rem_minmax(0,1fr)]'

/** The place of the block while it is loading. */
export function HomeLoading() {
  return (
    <div aria-hidden="true" className={`${homeGrid} print:hidden`}>
      <div className="h-40 animate-breathe rounded-lg bg-line lg:h-auto" />
      <div className="h-60 animate-breathe rounded-lg bg-line lg:h-auto" />
    </div>
  )
}
