import { type TermDays, termDays } from '../../contract/term-days.ts'
import type { Term, TermInput } from '../../contract/terms.ts'
import { type TranslationValues, translationValues } from '../forms/translations.ts'
import { nextTerm, shiftedDays, termBefore } from './propose-term.ts'

export type TermValues = Omit<TermInput, 'version' | 'names'> & { names: TranslationValues }

/** A server of the previous release sends neither every day nor whether scores are held back. */
export function valuesOf({ name, names, start_date, end_date, holds_scores, ...days }: Term): TermValues {
  return {
    name,
    names: translationValues(names),
    start_date,
    end_date,
    holds_scores: holds_scores ?? false,
    ...dayValues(days),
  }
}

/** An empty field is no day. */
export function dayValues(days: Partial<TermDays>): Record<keyof TermDays, string> {
  return Object.fromEntries(termDays.map((day) => [day, days[day] ?? ''])) as Record<keyof TermDays, string>
}

/** The values of a new term: what the terms so far propose, otherwise empty. */
export function proposedValues(terms: readonly Term[], holds_scores: boolean): TermValues {
  const next = nextTerm(terms)
  const last = next && termBefore(terms, next.start_date)
  return {
    name: next?.name ?? '',
    names: translationValues(next?.names),
    start_date: next?.start_date ?? '',
    end_date: next?.end_date ?? '',
    holds_scores,
    ...dayValues(next && last ? shiftedDays(last, next.start_date) : {}),
  }
}
