import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type MenuProps = {
  trigger: ReactNode
  /** Above the items: why they cannot be chosen. */
  note?: string | undefined
  children: ReactNode
}

/** A menu below its button. Not modal: the page behind it can still be used. */
export function Menu({ trigger, note, children }: MenuProps) {
  const noteId = useId()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-describedby={note === undefined ? undefined : noteId}
          className="z-50 max-w-72 min-w-40 animate-appear rounded-lg border border-line bg-card p-1.5 text-ink shadow-lifted"
        >
          {note !== undefined && (
            <p id={noteId} className="px-3 py-2 text-sm text-quiet">
              {note}
            </p>
          )}
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = { onSelect: () => void; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, disabled = false, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      className="flex min-h-9 cursor-pointer items-center rounded-sm px-3 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:opacity-60 pointer-coarse:min-h-11 data-highlighted:bg-brand-soft data-highlighted:text-ink"
    >
      {children}
    </DropdownMenu.Item>
  )
}
