/** The version of the build that this page is of. Empty on a page from Vite's development server. */
export function buildVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
}
