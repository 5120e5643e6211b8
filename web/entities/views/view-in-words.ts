import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { SavedView, ViewContent } from '../../../contract/views.ts'
import { anyOf, type Column, filterParamOf } from '../../ui/data-table-model.ts'
import type { PanelView } from './panel-view.ts'

/** The parts of a view in words, each under its label, to compare two of them. */
export function describeView(
  say: Say,
  { columns, labelOf }: Pick<PanelView, 'columns' | 'labelOf'>,
  { name, is_shared, content }: Pick<SavedView, 'name' | 'is_shared' | 'content'>,
): { label: string; text: string }[] {
  const { savedViews, general, fields } = messages
  const headerOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id
  return [
    { label: say(fields.name), text: name },
    { label: say(savedViews.shared), text: say(is_shared ? general.yes : general.no) },
    { label: say(savedViews.search), text: content.search ?? '' },
    { label: say(savedViews.filters), text: filtersInWords(say, columns, labelOf, content) },
    { label: say(savedViews.sort), text: sortInWords(say, content, headerOf) },
    {
      label: say(savedViews.columns),
      text: content.columns ? content.columns.map(headerOf).join(say(general.factSeparator)) : say(savedViews.standardColumns),
    },
  ]
}

function filtersInWords(
  say: Say,
  columns: readonly Column<never>[],
  labelOf: PanelView['labelOf'],
  { filters = {} }: ViewContent,
): string {
  return Object.entries(filters)
    .map(([param, codes]) => {
      const column = columns.find((one) => one.filter && filterParamOf(one) === param)
      if (!column) return `${param}: ${codes}`
      const value = anyOf(
        say,
        codes.split(',').map((code) => labelOf(param, code)),
      )
      return say(messages.general.labelled({ label: column.filterLabel ?? column.header, value }))
    })
    .join(say(messages.general.factSeparator))
}

function sortInWords(say: Say, { sort }: ViewContent, headerOf: (id: string) => string): string {
  if (sort === undefined) return ''
  const { sortedBy, sortedByDescending } = messages.tables
  const column = headerOf(sort.replace('-', ''))
  return say((sort.startsWith('-') ? sortedByDescending : sortedBy)({ column }))
}
