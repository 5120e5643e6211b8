/** The values that the build passes to the service worker. */
export type BuildFiles = {
  version: string
  /** The files with a fingerprint in their names. */
  files: readonly string[]
  /** The files with the same names in every version. */
  plainFiles: readonly string[]
}

/** A message from a page to a service worker. */
export type ToWorker = { type: 'store-pages' } | { type: 'compare'; version: string }
