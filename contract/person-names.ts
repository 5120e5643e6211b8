import { directionOf, type Language } from './languages/languages.ts'

/** The name of a person, and the same name in the other script, Latin or Arabic. A server of the release before does not send the second. */
type Named = { name: string; other_name?: string | null | undefined }

const arabicLetter = /\p{Script=Arabic}/u

/** The name in the script of the reader's language, as far as it was entered. */
export function shownName(language: Language, { name, other_name }: Named): string {
  const isReaders = (text: string) => arabicLetter.test(text) === (directionOf(language) === 'rtl')
  return other_name && !isReaders(name) && isReaders(other_name) ? other_name : name
}

/** The name of the member of a row, likewise. */
export function shownMember(
  language: Language,
  row: { member_name: string; member_other_name?: string | null | undefined },
): string {
  return shownName(language, { name: row.member_name, other_name: row.member_other_name })
}

/** The row with the shown name in `name`, for lists in which it is not edited. */
export function withShownName<Row extends Named>(language: Language, row: Row): Row {
  const name = shownName(language, row)
  return name === row.name ? row : { ...row, name, other_name: row.name }
}

/** Both names, the reader's first, for documents: their reader may know only one script. */
export function bothNames(language: Language, row: Named): string {
  const { name, other_name } = withShownName(language, row)
  return other_name ? `${name} · ${other_name}` : name
}

/** Both names, for a search. */
export function searchedNames({ name, other_name }: Named): string {
  return other_name ? `${name} ${other_name}` : name
}
