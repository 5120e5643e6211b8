import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  label: string
  /** Whether one of the fields has a value. */
  isFilled: boolean
  /** The error of one of the fields, as the form has it: a new object for each attempt to save. */
  error: object | undefined
  children: ReactNode
}

/** Optional fields of a form, closed until one of them is filled or has an error. */
export function Disclosure({ label, isFilled, error, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    if (details.current && isFilled) details.current.open = true
  }, [isFilled])

  useEffect(() => {
    if (!details.current || !error) return
    const { activeElement } = document
    details.current.open = true
    // The focus is moved here, because the form could not move it to a field that was not rendered. An invalid field before it has focus
    // already.
    if (!activeElement?.matches('[aria-invalid]')) details.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  return (
    <details ref={details} className="group/disclosure">
      <summary className="-mx-2 flex min-h-9 max-sm:min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-md px-2 font-medium hover:bg-sunk">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-quiet group-open/disclosure:rotate-90 rtl:-scale-x-100 rtl:group-open/disclosure:-rotate-90"
        />
        {label}
      </summary>
      <div className="pt-2.5">{children}</div>
    </details>
  )
}
