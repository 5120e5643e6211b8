import { useCallback } from 'react'
import type { Language } from '../contract/languages/languages.ts'
import { localized } from '../contract/localized.ts'
import { nameSortKey } from '../contract/sorting.ts'
import { useLanguage } from './language.ts'
import { compareNamesIn } from './ui/name-order.ts'

type NameOf<Row> = (row: Row, language: Language) => string

/** Rows by the name that the page shows. In English that is the server's order, and creating a collator would delay the page. */
export function inShownOrder<Row>(language: Language, rows: Row[], nameOf: NameOf<Row>): Row[] {
  if (language === 'en') return rows
  const compare = compareNamesIn(language)
  return rows.toSorted((left, right) => compare(nameOf(left, language), nameOf(right, language)))
}

/** The `select` of a query for a list. The cache has the order of the server. */
export function useShownOrder<Row>(nameOf: NameOf<Row>): (rows: Row[]) => Row[] {
  const language = useLanguage()
  return useCallback((rows) => inShownOrder(language, rows, nameOf), [language, nameOf])
}

type Translated = { name: string; name_ckb: string | null; name_ar: string | null }

/** The name of an activity or a department. */
export function translatedName(row: Translated, language: Language): string {
  return localized(language, row, 'name')
}

/** A person has one name in every language; only the alphabet differs. Sorted without academic titles. */
export function personName({ name }: { name: string }): string {
  return nameSortKey(name)
}
