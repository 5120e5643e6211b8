import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, useRef, useState } from 'react'

type Props = {
  text: string
  /** A button. */
  children: ReactElement
}

/** Around many tooltips: passing over a row of them shows nothing. */
export function TooltipProvider({ children }: { children: ReactElement }) {
  return <Radix.Provider delayDuration={300}>{children}</Radix.Provider>
}

/** A short text about a button, on hover, on focus by keyboard, and on a tap, which does what the button does as well. */
export function Tooltip({ text, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isTouch = useRef(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger
        asChild
        onPointerDown={({ pointerType }) => {
          isTouch.current = pointerType === 'touch'
        }}
        onClick={(event) => {
          if (!isTouch.current) return
          // By default a press closes the tooltip, and on a touch screen nothing else opens it.
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[0.8125rem] text-card shadow-lifted print:hidden"
        >
          <bdi>{text}</bdi>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
