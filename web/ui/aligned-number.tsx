const missingDecimals = ['after:content-[".00"]', 'after:content-["0"]'] as const

/** A number of a column that is aligned at the decimal point: decimals that it does not have take their space all the same. */
export function AlignedNumber({ text, className = '' }: { text: string; className?: string }) {
  const decimals = text.split('.')[1]?.length ?? 0
  return (
    <bdi
      dir="ltr"
      className={`inline-block min-w-[4.5ch] text-end after:invisible ${missingDecimals[decimals] ?? ''} ${className}`}
    >
      {text}
    </bdi>
  )
}
