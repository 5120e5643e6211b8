import { getRouteApi } from '@tanstack/react-router'
import { pages } from '../../contract/pages.ts'
import { ImportPage } from './import-page.tsx'
import { ImportsList } from './imports-list.tsx'

const route = getRouteApi(pages.adminDashboard)

/** The imports, or the one in the URL with everything that it changed. */
export function ImportsPanel() {
  const { import: id } = route.useSearch()
  return id === undefined ? <ImportsList /> : <ImportPage key={id} id={id} />
}
