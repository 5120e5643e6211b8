import { useMemo } from 'react'
import type { Translations } from '../../../contract/fields.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { localized, localizedAndEnglish } from '../../../contract/localized.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { callOf } from '../../lists/editable-list.ts'
import type { Column } from '../../ui/data-table-model.ts'
import { type ListProps, type Removed, RemovedList } from './removed-list.tsx'

type Named = Removed & { name: string; names: Translations }
type Props<Row> = Pick<ListProps<Row>, 'tab' | 'panel' | 'restored'> & {
  /** The plural name, as `editableCalls` in the contract declares it. */
  many: string
  /** The columns after the name. The function is constant, because the table depends on it. */
  columns?: (say: Say) => readonly Column<Row>[]
}

const noColumns = () => []

/** Removed rows whose name is shown in the reader's language; a search finds the English one too. */
export function RemovedNames<Row extends Named>({ many, columns = noColumns, ...props }: Props<Row>) {
  const say = useSay()
  const language = useLanguage()
  const nameOf = useMemo(() => (row: Named) => localized(language, row, 'name'), [language])
  const all = useMemo((): Column<Row>[] => {
    const searchBy = (row: Named) => localizedAndEnglish(language, row, 'name')
    const name = { id: 'name', header: say(messages.fields.name), value: nameOf, searchBy, width: 148, rowHeader: true }
    return [name, ...columns(say)]
  }, [say, language, nameOf, columns])
  const { list, restore } = useMemo(
    () => ({
      list: async () => (await callOf(`GET /${many}/removed`))[many] as Row[],
      restore: (id: number) => callOf(`PUT /${many}/restore/:id`, { params: { id } }),
    }),
    [many],
  )
  return <RemovedList {...props} list={list} restore={restore} nameOf={nameOf} columns={all} />
}
