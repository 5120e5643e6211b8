import { type ComponentProps, useImperativeHandle, useRef } from 'react'
import { useFocusKept } from './focus-return.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  plain: 'border-edge/60 bg-card text-ink hover:border-edge hover:bg-sunk',
  danger: 'border-transparent bg-bad text-on-bad hover:bg-bad-strong',
  ghost: 'border-transparent text-ink hover:bg-sunk',
} as const

const sizes = {
  large: 'min-h-11 px-5',
  medium: 'min-h-10 px-4 max-sm:min-h-11 max-sm:min-w-11',
  small: 'min-h-8 px-3 text-[0.8125rem] max-sm:min-h-11 max-sm:min-w-11',
} as const

type Props = ComponentProps<'button'> & {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Whether the action is in progress: the button shows a spinner, and cannot be pressed again. */
  busy?: boolean
}

/** The look of a button, also for a link that looks like one. */
export function buttonLook(look: keyof typeof looks, size: keyof typeof sizes): string {
  return `inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border font-medium transition-colors ${looks[look]} ${sizes[size]}`
}

export function Button({
  ref,
  look = 'plain',
  size = 'medium',
  busy = false,
  disabled,
  type,
  children,
  className,
  ...rest
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  useFocusKept(button, busy)
  return (
    <button
      {...rest}
      ref={button}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonLook(look, size)} whitespace-nowrap ${busy ? 'cursor-progress' : 'disabled:cursor-not-allowed disabled:opacity-60'} ${className ?? ''}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
