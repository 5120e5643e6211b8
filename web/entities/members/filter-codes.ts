import { type Title, titleCodes } from '../../../contract/codes.ts'

/** The filter of rows that have no department or no title. */
export const none = 'none'

/** The filter of a row by its department. A removed department is none. */
export function departmentCode(row: { department_id: number | null; department_name: string | null }): number | typeof none {
  return row.department_name === null ? none : (row.department_id ?? none)
}

export function titleCode(title: string | null): Title | typeof none {
  return titleCodes.find((code) => code === title) ?? none
}
