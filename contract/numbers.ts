/** Digits of Latin, Arabic and Kurdish (Persian) keyboards, by their value. */
const digits = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']
/** The decimal signs that people type, on these keyboards. */
const decimalSigns = '.,٫،'

/** The same text with Latin digits, as the name of an account is stored: who types it on another keyboard means the same account. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
}

/** The same text with Latin digits and a decimal point; undefined if it has a character that is no part of a number. */
export function latinNumber(text: string): string | undefined {
  let latin = ''
  for (const character of text) {
    const value = digits.find((known) => known.includes(character))?.indexOf(character)
    if (value !== undefined) latin += value
    else if (decimalSigns.includes(character)) latin += '.'
    else return undefined
  }
  return latin
}

/**
 * The number that a person typed, in a field or in a file: 7.5, 7,5, ٧٫٥ and ۷،۵ are the same. NaN for everything else, so that the contract
 * refuses it: spaces and signs between thousands, exponents, signs, words. 1,250 may be a thousand or one and a quarter, and is refused for
 * having too many decimals; zeros at the end are none.
 */
export function readNumber(text: string, decimals: 0 | 1 | 2): number {
  const latin = latinNumber(text.trim())
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(latin ?? '') ?? []
  if (whole === undefined || fraction.replace(/0+$/, '').length > decimals) return Number.NaN
  return Number(`${whole}.${fraction}`)
}
