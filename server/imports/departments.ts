import { DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { namedImport, shortenedCell, translationCells } from './named.ts'

const { name, names } = DepartmentInput.shape

export const departments = namedImport('departments', {
  columns: () => ({ name: shortenedCell(name), ...translationCells('names', names) }),
  newNeeds: [],
  otherHeadings: { name: messages.fields.department },
  notImported: { members: messages.fields.members, heads: messages.myDepartment.heads },
})
