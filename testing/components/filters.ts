import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** Marks of a text direction around a label. */
const marks = '[\\u200f\\u2066-\\u2069]*'

/** The button of a column's filter, whose name has what is chosen: "Department: Physics or Chemistry". */
export function filterOf(label: string) {
  return page.getByRole('button', { name: new RegExp(`^${marks}${label}${marks}: `) })
}

/** Ticks or unticks options of a column's filter. The option for all of them closes the menu by itself. */
export async function chooseInFilter(label: string, ...options: string[]) {
  await filterOf(label).click()
  for (const option of options) await page.getByRole('menuitemcheckbox', { name: option, exact: true }).click()
  if (page.getByRole('menu').query()) await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}
