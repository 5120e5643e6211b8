import { useCallback } from 'react'
import type { Translations } from '../../contract/fields.ts'
import { type Language, sourceLanguage } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import { useLanguage } from '../language/language.ts'
import { compareNamesIn } from '../ui/name-order.ts'

/** A person whose name may be shown in another spelling than the one by which the server sorts. */
const hasOtherName = (row: { other_name?: string | null | undefined }) => Boolean(row.other_name)

type NameOf<Row> = (row: Row, language: Language) => string

/** Sorts rows by the name that the page shows. In English that is the server's order, and creating a collator would delay the page. */
export function inShownOrder<Row extends object>(language: Language, rows: Row[], nameOf: NameOf<Row>): Row[] {
  if (language === sourceLanguage && !rows.some(hasOtherName)) return rows
  const compare = compareNamesIn(language)
  return rows.toSorted((left, right) => compare(nameOf(left, language), nameOf(right, language)))
}

/** The `select` of a query for a list. The cache has the order of the server. */
export function useShownOrder<Row extends object>(nameOf: NameOf<Row>): (rows: Row[]) => Row[] {
  const language = useLanguage()
  return useCallback((rows) => inShownOrder(language, rows, nameOf), [language, nameOf])
}

type Translated = { name: string; names: Translations }

/** The name of an activity, a department or a term. */
export function translatedName(row: Translated, language: Language): string {
  return localized(language, row, 'name')
}

/** The name of a person in the reader's script, without academic titles, to sort by. */
export function personName(row: { name: string; other_name?: string | null | undefined }, language: Language): string {
  return nameSortKey(shownName(language, row))
}
