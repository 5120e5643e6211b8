/** Colours and measures, apart from the code that draws with them: the server does not load fonts. */

export const ink = '#18202f'
export const quiet = '#5c6575'
export const line = '#d9d4c7'
export const brass = '#a9772b'
export const sunk = '#f4f2ec'
export const bad = '#b3261e'
export const badSoft = '#fbe9e7'
export const link = '#1d3557'

/** Positions across an A4 page, in points from the side where the language begins: left, for Kurdish and Arabic right. */
export const pageWidth = 595.28
export const start = 48
export const end = pageWidth - start

/** The slips on a page, in two columns. */
export const slipsOnAPage = 8

/** The smallest font size: a smaller one is hard to read on paper. */
export const smallest = 8
/** Line height as a multiple of the font size. */
export const leading = 1.2
