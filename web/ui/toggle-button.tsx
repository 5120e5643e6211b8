import type { ReactNode } from 'react'

/** A button that stays pressed: one of the views of a list, or something that is on or off. */
export function ToggleButton({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className="min-h-10 max-sm:min-h-11 cursor-pointer rounded-md border border-edge/60 bg-card px-3 text-sm text-quiet hover:border-edge hover:bg-sunk hover:text-ink aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:font-medium aria-pressed:text-brand"
    >
      {children}
    </button>
  )
}
