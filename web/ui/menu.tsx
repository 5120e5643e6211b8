import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'

type MenuProps = {
  trigger: ReactNode
  /** A text above the items: how to choose them, or why they cannot be chosen. */
  note?: string | undefined
  children: ReactNode
}

/** A menu below its button. It is not modal: the page behind it can still be used. */
export function Menu({ trigger, note, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <MenuContent note={note}>{children}</MenuContent>
    </DropdownMenu.Root>
  )
}

type ContentProps = Pick<MenuProps, 'note' | 'children'> &
  Pick<ComponentProps<typeof DropdownMenu.Content>, 'onCloseAutoFocus' | 'onInteractOutside' | 'align' | 'aria-labelledby'>

function MenuContent({ note, children, ...rest }: ContentProps) {
  const noteId = useId()
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-describedby={note === undefined ? undefined : noteId}
        className="z-50 max-h-[min(28rem,var(--radix-dropdown-menu-content-available-height))] max-w-72 min-w-40 animate-appear overflow-y-auto overscroll-contain rounded-lg border border-line bg-card p-1.5 text-ink shadow-lifted"
        {...rest}
      >
        {note !== undefined && (
          <p id={noteId} className="px-3 py-2 text-sm text-quiet">
            {note}
          </p>
        )}
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

type PressedMenuProps = Pick<MenuProps, 'note' | 'children'> & {
  /** The props of the button, without those of a menu. */
  button: ComponentProps<'button'>
}

/**
 * A menu that exists only while it is open, for buttons that are many or seldom used: a closed menu renders a dozen components. It is placed
 * by an empty element over its button.
 */
export function PressedMenu({ button, note, children }: PressedMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <button
        {...button}
        ref={trigger}
        id={id}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
      />
      {isOpen && (
        <DropdownMenu.Root open modal={false} onOpenChange={setIsOpen}>
          <DropdownMenu.Trigger asChild>
            <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
          </DropdownMenu.Trigger>
          <MenuContent
            note={note}
            align="start"
            aria-labelledby={id}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              trigger.current?.focus()
            }}
            // The button closes its menu by itself.
            onInteractOutside={(event) =>
              event.target instanceof Node && trigger.current?.contains(event.target) && event.preventDefault()
            }
          >
            {children}
          </MenuContent>
        </DropdownMenu.Root>
      )}
    </>
  )
}

const itemLook =
  'flex min-h-9 max-sm:min-h-11 cursor-pointer items-center rounded-sm px-3 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:opacity-60 pointer-coarse:min-h-11 data-highlighted:bg-brand-soft data-highlighted:text-ink'

type ItemProps = { onSelect: () => void; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, disabled = false, children }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} disabled={disabled} className={itemLook}>
      {children}
    </DropdownMenu.Item>
  )
}

type CheckItemProps = {
  isChecked: boolean
  onToggle: (isChecked: boolean) => void
  /** Whether choosing the item closes the menu; otherwise several can be ticked. */
  closes?: boolean
  children: ReactNode
}

export function MenuCheckItem({ isChecked, onToggle, closes = false, children }: CheckItemProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={onToggle}
      onSelect={(event) => !closes && event.preventDefault()}
      className={`${itemLook} gap-2.5`}
    >
      <span className="grid size-4.5 shrink-0 place-items-center rounded-sm border border-edge">
        {isChecked && <Check aria-hidden="true" className="size-3.5 text-brand" />}
      </span>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </span>
    </DropdownMenu.CheckboxItem>
  )
}

/** Items that belong together, below a line and, with a label, under a heading. */
export function MenuGroup({ label, children }: { label?: string; children: ReactNode }) {
  const id = useId()
  return (
    <DropdownMenu.Group
      {...(label === undefined ? {} : { 'aria-labelledby': id })}
      className="mt-1.5 border-t border-line pt-1.5"
    >
      {label !== undefined && (
        <DropdownMenu.Label id={id} className="px-3 py-1 text-[0.8125rem] text-quiet">
          {label}
        </DropdownMenu.Label>
      )}
      {children}
    </DropdownMenu.Group>
  )
}
