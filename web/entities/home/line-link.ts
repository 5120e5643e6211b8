/** The one thing to do at the end of a line of the block. */
export const lineLink =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-sm font-medium text-brand hover:underline lg:min-h-7 lg:text-sm'
