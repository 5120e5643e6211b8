import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

/** A menu below its button. Not modal: the page behind it can still be used. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-40 animate-appear rounded-lg border border-line bg-card p-1.5 text-ink shadow-lifted"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center rounded-sm px-3 text-sm outline-none data-highlighted:bg-brand-soft data-highlighted:text-ink"
    >
      {children}
    </DropdownMenu.Item>
  )
}
