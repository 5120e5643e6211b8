import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** Waits until the panel with this title has loaded its content. */
export async function loaded(title: string | RegExp) {
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title)
  await expect.poll(() => document.querySelector('[aria-busy=true]'), { timeout: 15_000 }).toBeNull()
}
