/** The version of this page's build. Empty on a page from Vite's development server. */
export function buildVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
}
