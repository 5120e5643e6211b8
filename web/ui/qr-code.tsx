import createQrCode from 'qrcode-generator'

/** The margin that cameras need. The code is black on white in dark mode too. */
const margin = 4

type Props = { text: string; label: string; size?: 'medium' | 'whole' }

/** A QR code: as large as a hand, or as its place. */
export function QrCode({ text, label, size: shown = 'medium' }: Props) {
  const code = createQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * margin
  const cells = Array.from({ length: count * count }, (_, index) => [Math.floor(index / count), index % count] as const)
  const path = cells
    .filter(([row, column]) => code.isDark(row, column))
    .map(([row, column]) => `M${column + margin} ${row + margin}h1v1h-1z`)
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-md ${shown === 'medium' ? 'size-48' : 'size-full'}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
