const patterns = { 1: /^\d{1,4}([.,٫]\d0?)?$/, 2: /^\d{1,4}([.,٫]\d{1,2})?$/ } as const

/** 7.5, 7,5 and ٧٫٥. A comma before three digits is refused: it may separate thousands or decimals. */
export function numberIn(text: string, decimals: 1 | 2): number {
  const digits = text.replace(/[٠-٩۰-۹]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'.indexOf(digit) % 10))
  return patterns[decimals].test(digits) ? Number(digits.replace(/[,٫]/, '.')) : Number.NaN
}
