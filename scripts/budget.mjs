import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { CannotStart } from './steps.mjs'

const login = { name: 'the login page', entry: 'index.html', limit: 120 }
/** On top of the login page's, with the panel that opens first. */
const dashboards = [
  { name: 'the dashboard of administrators', entries: ['dashboards/admin-dashboard.tsx', 'users/users-panel.tsx'], limit: 130 },
  {
    name: 'the dashboard of staff',
    entries: ['dashboards/staff-dashboard.tsx', 'posted-activities/your-activity-panel.tsx'],
    limit: 130,
  },
]

/** JavaScript as it goes over the line, in kB. More than the budget ends the build: it only ever grows by accident. */
export function checkBudget(pages) {
  const manifest = JSON.parse(fs.readFileSync(path.join(pages, '.vite', 'manifest.json'), 'utf8'))
  const first = filesOf(manifest, [login.entry])
  refuseOver(login, sizeOf(pages, first))
  for (const { entries, ...dashboard } of dashboards) {
    const more = [...filesOf(manifest, entries)].filter((file) => !first.has(file))
    refuseOver(dashboard, sizeOf(pages, more))
  }
}

/** What is loaded together with these: what they import at once, and what that imports. */
function filesOf(manifest, entries) {
  const files = new Set()
  const visit = (name) => {
    const { file, imports = [] } = manifest[name]
    if (files.has(file)) return
    files.add(file)
    imports.forEach(visit)
  }
  entries.forEach(visit)
  return files
}

function sizeOf(pages, files) {
  const bytes = [...files].map((file) => zlib.gzipSync(fs.readFileSync(path.join(pages, file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

function refuseOver({ name, limit }, size) {
  if (size <= limit) return
  throw new CannotStart(
    `${name} would load ${size.toFixed(1)} kB of JavaScript, and ${limit} kB is its budget (scripts/budget.mjs).`,
  )
}
