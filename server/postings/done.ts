import { activityTypes, titleCodes, titleName, typeName } from '../../contract/codes.ts'
import type { Count, DoneQuery, DoneReport } from '../../contract/done-report.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import type { Viewer } from '../policy/policy.ts'
import { type DoneCell, done, type NamedRow } from './done.queries.ts'

function countOf(cells: readonly DoneCell[]): Count {
  const sum = (value: (cell: DoneCell) => number) => cells.reduce((total, cell) => total + value(cell), 0)
  return { postings: sum(({ postings }) => postings), points: sum(({ points }) => points) / 100 }
}

function splitBy<Key>(cells: readonly DoneCell[], key: (cell: DoneCell) => Key): [Key, DoneCell[]][] {
  const parts = new Map<Key, DoneCell[]>()
  for (const cell of cells) {
    const part = parts.get(key(cell))
    if (part) part.push(cell)
    else parts.set(key(cell), [cell])
  }
  return [...parts]
}

/** The rows of a report. Every one of its parts adds up to the same sum. */
function reportOf(terms: DoneReport['terms'], cells: readonly DoneCell[], activityNames: readonly NamedRow[]): DoneReport {
  const by = (what: DoneCell['by']) => cells.filter((cell) => cell.by === what)
  const counted = (own: readonly DoneCell[]) => ({
    counts: terms.map(({ id }) => countOf(own.filter(({ term_id }) => term_id === id))),
    sum: countOf(own),
  })
  const order = new Map(terms.map(({ id }, index) => [id, index]))
  const newestFirst = (own: readonly DoneCell[]) =>
    own.toSorted((one, other) => (order.get(other.term_id) ?? 0) - (order.get(one.term_id) ?? 0))
  const nameOf = new Map(activityNames.map((activity) => [activity.id, activity]))

  return {
    terms,
    all: counted(by('term')),
    activities: splitBy(by('activity'), ({ activity_id }) => activity_id)
      .flatMap(([id, own]) => {
        const activity = id === null ? undefined : nameOf.get(id)
        return activity ? [{ activity_id: activity.id, name: activity.name, names: activity.names, ...counted(own) }] : []
      })
      .toSorted((one, other) => other.sum.postings - one.sum.postings || (one.name < other.name ? -1 : 1)),
    types: activityTypes.flatMap((type) => {
      const own = by('type').filter((cell) => cell.type === type)
      return own.length > 0 ? [{ type, ...counted(own) }] : []
    }),
    departments: departmentsOf(newestFirst(by('department'))).map(({ cells: own, ...department }) => ({
      ...department,
      ...counted(own),
    })),
    titles: [...titleCodes, null].flatMap((title) => {
      const own = by('title').filter((cell) => (titleCodes.find((code) => code === cell.title) ?? null) === title)
      return own.length > 0 ? [{ title, ...counted(own) }] : []
    }),
  }
}

/**
 * The departments by name, members without one last. One that was renamed is the same, by its id, under its latest name; one that was removed
 * and made anew is the same one too, by its name.
 */
function departmentsOf(cells: readonly DoneCell[]) {
  const named = splitBy(
    cells.filter(({ department_name }) => department_name !== null),
    ({ department_id }) => department_id,
  ).map(([, own]) => ({ name: own[0]?.department_name ?? '', own }))
  const rows = [...new Set(named.map(({ name }) => name))].toSorted().map((name) => {
    const own = named.filter((one) => one.name === name).flatMap((one) => one.own)
    return {
      department_ids: [...new Set(own.flatMap(({ department_id }) => department_id ?? []))],
      department_name: name,
      department_names: Object.assign({}, ...own.map(({ department_names }) => department_names).toReversed()),
      cells: own,
    }
  })
  const none = cells.filter(({ department_name }) => department_name === null)
  return none.length === 0 ? rows : [...rows, { department_ids: [], department_name: null, department_names: null, cells: none }]
}

/** The report, all of it from one snapshot. */
export async function readDoneReport(
  database: Database,
  viewer: Viewer,
  { term_id, ...filters }: DoneQuery,
): Promise<DoneReport> {
  return database.begin(
    async (tx) => {
      const queries = done(tx)
      const terms = await queries.terms(term_id)
      if (terms.length < (term_id?.length ?? 1)) throw new NotFound(messages.terms.notFound)
      const termIds = terms.map(({ id }) => id)
      const cells = await queries.cells(viewer, termIds, filters)
      const activityIds = [...new Set(cells.flatMap(({ activity_id }) => activity_id ?? []))]
      return reportOf(terms, cells, await queries.activityNames(activityIds))
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.long },
  )
}

/** A filter of the report, for its documents: what it narrows, and to which values. */
export interface Chosen {
  label: Message
  values: readonly (NamedRow | Message)[]
}

/** What the report is narrowed to. */
export async function readChosen(
  sql: Sql,
  { department_id = [], title = [], activity_id = [], type = [] }: DoneQuery,
): Promise<Chosen[]> {
  const { fields, postingList } = messages
  const queries = done(sql)
  const departmentIds = department_id.flatMap((code) => (code === 'none' ? [] : [code]))
  const departments = departmentIds.length > 0 ? await queries.departmentNames(departmentIds) : []
  const all: Chosen[] = [
    { label: fields.department, values: [...departments, ...(department_id.includes('none') ? [postingList.noDepartment] : [])] },
    { label: fields.title, values: title.map((code) => (code === 'none' ? postingList.noTitle : titleName(code))) },
    { label: fields.type, values: type.map(typeName) },
    { label: fields.activity, values: activity_id.length > 0 ? await queries.activityNames(activity_id) : [] },
  ]
  return all.filter(({ values }) => values.length > 0)
}
