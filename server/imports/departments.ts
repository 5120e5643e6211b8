import { DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { inEveryLanguage } from '../http/language.ts'
import { choiceCell } from './cells.ts'
import type { Column } from './declaration.ts'
import { type NamedScope, namedImport, shortenedCell, translationCells } from './named.ts'

const { name, names } = DepartmentInput.shape

export const departments = namedImport('departments', {
  columns: ({ faculties }) => ({
    name: shortenedCell(name),
    faculty: facultyCell(faculties),
    ...translationCells('names', names),
  }),
  newNeeds: [],
  otherHeadings: { name: messages.fields.department },
  notImported: { members: messages.fields.members, heads: messages.myDepartment.heads },
})

/** A faculty of the list in Settings, by its name in any language. A department leaves its faculty in the form alone: an empty cell changes nothing. */
function facultyCell(faculties: NamedScope['faculties']): Column<string> {
  const codes = faculties.map(({ name }) => name)
  const translated = faculties.flatMap(({ name, names }) => Object.values(names).map((word): [string, string] => [word, name]))
  const { show: _, ...cell } = choiceCell<string>(codes, () => null, messages.imports.wrongChoice, translated)
  return { ...cell, emptyLabels: lazy(() => inEveryLanguage(messages.overview.noFaculty)) }
}
