import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import type { FindReply } from '../../contract/finding.ts'
import type { HandbookPage } from '../../contract/handbook.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { shownName } from '../../contract/person-names.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { termName } from '../entities/terms/term-name.ts'
import { call } from '../http/api.ts'
import { type Commands, targetOfAction } from './actions.ts'
import {
  type Dashboard,
  listOfPerson,
  type OwnPage,
  type Place,
  placeOfActivity,
  placeOfAll,
  placeOfDepartment,
  placeOfFaculties,
  placeOfPerson,
  placeOfTerm,
} from './places.ts'
import { recentlyChosen } from './recent.ts'

/** One entry of the list: leads to a place, or runs a command. */
export type Result = {
  key: string
  label: string
  /** The text that distinguishes the entry from others of that name. */
  note: string
  target: Place | OwnPage | (() => void)
  /** Whether the entry is worth offering again: a panel is not, because it is offered anyway. */
  isRemembered: boolean
  /** True for an entry that is no result itself, but leads to more of them. */
  leadsOn?: true
}
export type ResultGroup = { key: string; title: Message; results: readonly Result[] }

/** A panel, or a command of the account. */
export type OwnEntry = { key: string; label: Message; target: Place | (() => void) }

const pauseMs = 150

/** The reply for the text, shortly after typing has paused. Until it is there, the one before stays, and `isSettled` is false. */
export function useFound(text: string) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    queryKey: ['find', q],
    queryFn: () => call('GET /find', { query: { q } }),
    enabled: q !== '' && text !== '',
    placeholderData: keepPreviousData,
    // The cache is not used: another search for the same text finds what was added meanwhile.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const isSettled = text === '' || (q === text && !query.isFetching)
  return {
    reply: text === '' || query.isError ? undefined : query.data,
    isSettled,
    isFailed: isSettled && query.isError,
    retry: () => void query.refetch(),
  }
}

type Reader = { say: Say; language: Language; home: Dashboard; commands: Commands; onHelp: (page: HandbookPage) => void }

/** The results of the server, group by group. */
export function foundGroups(
  { say, language, home, commands, onHelp }: Reader,
  text: string,
  reply: FindReply | undefined,
  own: readonly ResultGroup[],
): ResultGroup[] {
  if (!reply) return []
  // What is offered as a command of the account is not offered twice.
  const ownLabels = new Set(own.flatMap(({ results }) => results.map(({ label }) => label)))
  const { people, activities, departments, faculties, terms } = reply
  const facts = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(say(messages.general.factSeparator))
  const isAdmin = home === pages.adminDashboard
  const panel = {
    people: isAdmin ? messages.panels.users : messages.fields.members,
    activities: messages.panels.activityList,
    departments: messages.panels.departments,
    terms: messages.panels.terms,
  }
  const panelOf = (place: Place | undefined) =>
    place?.search.tab === 'users' ? messages.panels.users : isAdmin ? messages.panels.staff : messages.fields.members
  /** The results of a kind, and a link to all of them if there are more. */
  const group = (kind: keyof typeof panel, title: Message, results: readonly Result[]): ResultGroup => {
    // One person alone is shown in the list that has them, too.
    const [only] = people.found
    const one = kind === 'people' && people.found.length === 1 ? only : undefined
    const place = one ? listOfPerson(home, one) : reply[kind].more || kind === 'people' ? placeOfAll(home, kind, text) : undefined
    const label = say(one ? messages.finding.showIn({ panel: panelOf(place) }) : messages.finding.showAll({ panel: panel[kind] }))
    const all = place && { key: `all-${kind}`, label, note: '', target: place, isRemembered: false, leadsOn: true as const }
    return { key: kind, title, results: all && results.length > 0 ? [...results, all] : results }
  }
  return [
    group(
      'people',
      messages.finding.people,
      people.found.map((person) => ({
        key: `person-${person.id}`,
        label: accountName(say, shownName(language, person)),
        note: facts(localized(language, person, 'department_name'), person.email),
        target: placeOfPerson(home, person),
        isRemembered: true,
      })),
    ),
    group(
      'activities',
      messages.fields.activities,
      activities.found.map((activity) => ({
        key: `activity-${activity.id}`,
        label: localized(language, activity, 'name'),
        note: say(typeName(activity.type)),
        target: placeOfActivity(home, language, activity),
        isRemembered: true,
      })),
    ),
    group(
      'departments',
      messages.panels.departments,
      departments.found.map((department) => ({
        key: `department-${department.id}`,
        label: localized(language, department, 'name'),
        note: say(messages.general.memberCount({ count: department.member_count })),
        target: placeOfDepartment(home, department),
        isRemembered: true,
      })),
    ),
    {
      key: 'faculties',
      title: messages.finding.faculties,
      results: (faculties?.found ?? []).map((faculty) => ({
        key: `faculty-${faculty.id}`,
        label: localized(language, faculty, 'name'),
        note: say(messages.panels.settings),
        target: placeOfFaculties(home),
        isRemembered: true,
      })),
    },
    group(
      'terms',
      messages.panels.terms,
      terms.found.map((term) => ({
        key: `term-${term.id}`,
        label: termName(term),
        note: facts(
          term.is_current ? say(messages.terms.current) : null,
          say(messages.terms.statuses[term.status]),
          `${formatDay(say, term.start_date)} – ${formatDay(say, term.end_date)}`,
        ),
        target: placeOfTerm(home, term),
        isRemembered: true,
      })),
    ),
    {
      key: 'actions',
      title: messages.help.actions,
      results: reply.actions.found
        .filter(({ label }) => !ownLabels.has(label))
        .map(({ action, label }) => ({
          key: `action-${action}`,
          label,
          note: '',
          target: targetOfAction(home, action, commands),
          isRemembered: false,
        })),
    },
    {
      key: 'handbook',
      title: messages.help.title,
      results: reply.handbook.found.map(({ page, title }) => ({
        key: `page-${page}`,
        label: title,
        note: '',
        target: () => onHelp(page),
        isRemembered: false,
      })),
    },
  ]
}

/** Panels and commands by their names in the language of the page; without a text all of them, after the recent choices. */
export function ownGroups(say: Say, text: string, panels: readonly OwnEntry[], account: readonly OwnEntry[]): ResultGroup[] {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const matching = (entries: readonly OwnEntry[]): Result[] =>
    entries
      .map(({ key, label, target }) => ({ key, label: say(label), note: '', target, isRemembered: false }))
      .filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)))
  const recent = text === '' ? recentlyChosen().map(({ place, ...one }) => ({ ...one, target: place, isRemembered: true })) : []
  return [
    { key: 'recent', title: messages.finding.recent, results: recent },
    { key: 'panels', title: messages.general.panels, results: matching(panels) },
    { key: 'account', title: messages.finding.account, results: matching(account) },
  ]
}
