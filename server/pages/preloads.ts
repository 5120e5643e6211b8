import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '../../contract/pages.ts'

/** Each dashboard, and the panel that it opens with. */
const firstParts: Record<string, { dashboard: string; panel: string }> = {
  [pages.adminDashboard]: { dashboard: 'dashboards/admin-dashboard.tsx', panel: 'users/users-panel.tsx' },
  [pages.staffDashboard]: { dashboard: 'dashboards/staff-dashboard.tsx', panel: 'activities/catalogue-panel.tsx' },
}

type Manifest = Record<string, { file: string; imports?: string[] }>

/**
 * The scripts that a page needs beyond those of its own HTML, named in its head: the browser fetches them together with the first
 * ones. Else it would learn of the dashboard from the first script, and of the panel from the dashboard, a trip each.
 */
export function readPreloads(folder: string): (path: string, hasTab: boolean) => string {
  const file = join(folder, '.vite', 'manifest.json')
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const first = filesOf(manifest, ['index.html'])

  return (path, hasTab) => {
    const parts = firstParts[path]
    if (!parts) return ''
    // Which panel a tab opens, the dashboard knows.
    const files = filesOf(manifest, hasTab ? [parts.dashboard] : [parts.dashboard, parts.panel])
    const more = [...files].filter((each) => !first.has(each))
    return more.map((each) => `<link rel="modulepreload" crossorigin href="/${each}">`).join('')
  }
}

/** The files of these, and of all that they import at once. */
function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (!entry || files.has(entry.file)) return
    files.add(entry.file)
    entry.imports?.forEach(visit)
  }
  names.forEach(visit)
  return files
}
