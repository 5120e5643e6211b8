import type { ReactNode, Ref } from 'react'

export const choiceLook =
  'min-h-10 max-sm:min-h-11 rounded-md border border-edge/70 bg-card px-3 hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1'

type ChoiceProps = {
  ref?: Ref<HTMLSelectElement>
  label: string
  all: string
  value: string | undefined
  onChoose: (value: string) => void
  /** Whether the select is wide enough for long names. */
  wide?: boolean
  children: ReactNode
}

/** One filter above a list: a native select without a visible label. */
export function Choice({ ref, label, all, value = '', onChoose, wide = false, children }: ChoiceProps) {
  return (
    <select
      ref={ref}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={`${choiceLook} min-w-0 max-w-full grow basis-36 max-sm:first:basis-full sm:flex-none ${wide ? 'sm:w-44' : 'sm:w-36'}`}
    >
      <option value="">{all}</option>
      {children}
    </select>
  )
}
