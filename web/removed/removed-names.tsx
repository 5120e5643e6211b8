import { useMemo } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { useLanguage, useSay } from '../language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { type ListProps, type Removed, RemovedList } from './removed-list.tsx'

type Named = Removed & { name: string; name_ckb: string | null; name_ar: string | null }
type Props<Row> = Omit<ListProps<Row>, 'nameOf' | 'columns'> & {
  /** After the name. A constant, because the table depends on it. */
  columns: (say: Say) => readonly Column<Row>[]
}

/** Removed rows whose name is shown in the reader's language, and found by the English one too. */
export function RemovedNames<Row extends Named>({ columns, ...props }: Props<Row>) {
  const say = useSay()
  const language = useLanguage()
  const nameOf = useMemo(() => (row: Named) => localized(language, row, 'name'), [language])
  const all = useMemo((): Column<Row>[] => {
    const searchBy = (row: Named) => localizedAndEnglish(language, row, 'name')
    const name = { id: 'name', header: say(messages.fields.name), value: nameOf, searchBy, width: 148, rowHeader: true }
    return [name, ...columns(say)]
  }, [say, language, nameOf, columns])
  return <RemovedList {...props} nameOf={nameOf} columns={all} />
}
