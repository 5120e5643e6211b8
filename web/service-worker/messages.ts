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

/** A message from a service worker to a page: the user has chosen a notice of the device, and wants to see what it is about. */
export type FromWorker = { type: 'open'; path: string }
