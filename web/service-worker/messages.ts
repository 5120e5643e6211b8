/** What the build tells the service worker about itself. */
export type BuildFiles = {
  version: string
  /** With a fingerprint in their names. */
  files: readonly string[]
  /** The same names in every version. */
  plainFiles: readonly string[]
}

/** From a page to a service worker. */
export type ToWorker = { type: 'store-pages' } | { type: 'compare'; version: string }
