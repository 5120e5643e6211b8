/** The header that says how many members a streamed file has: the browser counts their parts as they arrive. */
export const membersHeader = 'x-members'

/** The entry of the first page of each part of a PDF. The specification of PDF leaves names with XX to private use. */
export const partEntry = 'XXPart'
