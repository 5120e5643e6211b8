/** One request and one transaction: so many rows are locked and audited within its time limit. A file of its own, for pages without zod. */
export const mostBulkUsers = 1000
