interface ImportMetaEnv {
  /** The URL of the API, if it is not the page's origin. */
  readonly VITE_API_BASE?: string
}
