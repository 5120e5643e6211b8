import { DepartmentInput } from '../../contract/departments.ts'
import type { ImportPreview } from '../../contract/imports.ts'
import { table as most } from '../../contract/limits.ts'
import { nearName } from './near-name.ts'

/**
 * The departments that rows name and that do not exist, each with the number of its rows. Spellings that differ in capital letters only are
 * one; its first spelling becomes the name. A name that no department may have is not among them, and stays an error of its rows.
 */
export function missingDepartments(names: readonly string[], known: readonly string[]) {
  const missing = new Map<string, ImportPreview['missing_departments'][number]>()
  /** The name to create, by each spelling of the file. */
  const newNames = new Map<string, string>()
  for (const department of names) {
    if (!DepartmentInput.shape.name.safeParse(department).success) continue
    const key = department.toLowerCase()
    const found = missing.get(key)
    if (found) found.rows += 1
    else {
      const near = missing.size < most.comparedDepartments ? nearName(department, known) : undefined
      missing.set(key, { name: department, rows: 1, near: near ?? null })
    }
    newNames.set(department, missing.get(key)?.name ?? department)
  }
  return { missing: [...missing.values()], newNames }
}
