import { onSessionChange, readSession } from '../session/session.ts'

/**
 * The search parameters that each panel had last, so that its item in the sidebar leads back to the same rows. Stored per tab, for the
 * signed-in user only.
 */
const key = 'panel-search'
type Search = Readonly<Record<string, unknown>>
type Stored = { userId: number; panels: Readonly<Record<string, Search>> }

onSessionChange(() => {
  if (!readSession()) sessionStorage.removeItem(key)
})

function read(): Stored['panels'] {
  try {
    const { userId, panels } = JSON.parse(sessionStorage.getItem(key) ?? '') as Stored
    return userId === readSession()?.id ? panels : {}
  } catch {
    return {}
  }
}

/** Remembers the search of a panel, without links to one record, which are followed once. */
export function rememberPanelSearch(
  tab: string,
  {
    tab: _,
    activity: _activity,
    post: _post,
    posting: _posting,
    member: _member,
    found: _found,
    question: _question,
    id: _id,
    open: _open,
    event: _event,
    ...search
  }: Search,
) {
  const userId = readSession()?.id
  if (userId !== undefined) sessionStorage.setItem(key, JSON.stringify({ userId, panels: { ...read(), [tab]: search } }))
}

/** The remembered search of a panel. The router validates it like any other URL. */
export function panelSearch(tab: string): { tab: string } {
  return { tab, ...read()[tab] }
}
