import createQrCode from 'qrcode-generator'

/** The rows of a QR code, with 1 for a dark module. */
export function qrCodeOf(text: string): string[] {
  const code = createQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const all = Array.from({ length: count }, (_, index) => index)
  return all.map((row) => all.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''))
}
