import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; hint: string }

/** A box to tick, with a sentence about what it does. */
export function CheckField({ label, hint, ...input }: Props) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-9 max-sm:min-h-11 w-fit cursor-pointer items-center gap-2.5 font-medium">
        <input {...input} type="checkbox" aria-describedby={hintId} className="size-4.5 shrink-0 accent-brand" />
        {label}
      </label>
      <p id={hintId} className="text-sm text-quiet">
        <bdi>{hint}</bdi>
      </p>
    </div>
  )
}
