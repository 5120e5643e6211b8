import type { FoundActivity, FoundDepartment, FoundPerson, FoundTerm } from '../../contract/finding.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'

export type Dashboard = typeof pages.adminDashboard | typeof pages.staffDashboard

/** The place where something is shown: a panel, with the search and the marked row of its table. */
export type Place = {
  to: Dashboard
  search: {
    tab: string
    id?: number
    q?: string
    found?: number
    term?: number
    department_id?: number
    open?: string
    questions?: 'mine'
    section?: 'done'
    removed?: 1
    signed_in?: 'never'
    post?: 1
  }
}

/** A page beside the dashboards. */
export type OwnPage = { to: typeof pages.grade | typeof pages.statement }

/** The place of a person: their page. */
export function placeOfPerson(home: Dashboard, { id }: FoundPerson): Place {
  return { to: home, search: { tab: 'person', id } }
}

/** The list that has a person: the list of the staff, if the person is in the current term; else Users, which only administrators have. */
export function listOfPerson(home: Dashboard, { id, name, is_scored }: FoundPerson): Place {
  return { to: home, search: { tab: is_scored ? 'staff' : 'users', q: name, found: id } }
}

/** The place of an activity: both dashboards have the catalogue under the same name. */
export function placeOfActivity(home: Dashboard, language: Language, activity: FoundActivity): Place {
  return { to: home, search: { tab: 'activity', q: localized(language, activity, 'name'), found: activity.id } }
}

/** The place of a department: its members. A head has no other ones. */
export function placeOfDepartment(home: Dashboard, { id }: FoundDepartment): Place {
  return { to: home, search: { tab: 'staff', ...(home === pages.adminDashboard ? { department_id: id } : {}) } }
}

/** The place of faculties: their list in Settings, which administrators have. */
export function placeOfFaculties(home: Dashboard): Place {
  return { to: home, search: { tab: 'settings', open: 'faculties' } }
}

/** The place of a term: the staff of that term for administrators, the reader's own scores for others. */
export function placeOfTerm(home: Dashboard, { id }: FoundTerm): Place {
  return { to: home, search: { tab: home === pages.adminDashboard ? 'staff' : 'your-activity', term: id } }
}

/** The table that has all results; terms and departments are lists of administrators. */
export function placeOfAll(
  home: Dashboard,
  kind: 'people' | 'activities' | 'departments' | 'terms',
  q: string,
): Place | undefined {
  const isAdmin = home === pages.adminDashboard
  const tabs = {
    people: isAdmin ? 'users' : 'staff',
    activities: 'activity',
    departments: isAdmin ? 'departments' : undefined,
    terms: isAdmin ? 'terms' : undefined,
  }
  const tab = tabs[kind]
  return tab === undefined ? undefined : { to: home, search: { tab, q } }
}
