/** The header that says how many members a streamed file has: the browser counts their pages as they arrive. */
export const membersHeader = 'x-members'
