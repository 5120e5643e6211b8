import { useId } from 'react'

/** A progress bar (0 to 1) below its label. Indeterminate without a share. */
export function ProgressBar({ label, share }: { label: string; share: number | undefined }) {
  const id = useId()
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <div>
      <p id={id} className="text-sm text-quiet">
        {label}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-line"
      >
        {percent === undefined ? (
          <div className="h-full w-1/3 animate-sweep rounded-full bg-brand motion-reduce:w-full motion-reduce:opacity-45" />
        ) : (
          <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${percent}%` }} />
        )}
      </div>
    </div>
  )
}
