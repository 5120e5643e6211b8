import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { en } from '../../contract/languages/en.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const sayIn = { en: speaker('en', en), ckb: speaker('ckb', ckb), ar: speaker('ar', ar) }
const lend = sayIn.en(messages.myDepartment.lend)

const start = () => page.getByRole('form').getByLabelText('Start', { exact: true })
const calendar = () => page.getByRole('dialog', { name: 'Choose a day' })
const heading = () => calendar().getByRole('heading')
/** The button of the first date field of the form. */
const opener = () => page.getByRole('form').getByRole('button', { name: 'Choose a day' }).first()
const focused = () => document.activeElement?.getAttribute('aria-label')

async function openForm(options: Parameters<typeof portal.open>[2] = {}) {
  await portal.open('/admin-dashboard?tab=terms', admin, options)
  await page.getByRole('button', { name: sayIn[options.language ?? 'en'](messages.terms.add) }).click()
}

describe('a date field', () => {
  beforeEach(() => openForm())

  test('takes a day as people write it, says it in words, and shows it in numbers once it is left', async () => {
    for (const text of ['12 nov 2026', '١٢/١١/٢٠٢٦', '2026-11-12']) {
      await start().fill(text)
      await expect.element(start()).toHaveValue(text)
      await expect.element(start()).toHaveAccessibleDescription('Thursday, 12 November 2026')
      await userEvent.tab()
      await expect.element(start()).toHaveValue('12/11/2026')
    }
  })

  test('says how to write a day that cannot be read, and leaves it as it was typed', async () => {
    await start().fill('31/02/2026')
    await expect.element(start()).not.toHaveAttribute('aria-invalid')
    await userEvent.tab()
    await expect.element(start()).toHaveAccessibleDescription(/^This is not a date\. Write it as \d\d\/\d\d\/\d{4}/)
    await expect.element(start()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(start()).toHaveValue('31/02/2026')
    await start().fill('28/02/2026')
    await expect.element(start()).toHaveAccessibleDescription('Saturday, 28 February 2026')
  })

  test('is stored as the day, after focus went to the first field that is wrong', async () => {
    await page.getByRole('form').getByLabelText('Name', { exact: true }).fill('Spring')
    await start().fill('soon')
    await userEvent.keyboard('{Enter}')
    await expect.element(start()).toHaveFocus()
    await start().fill('1 February 2031')
    await page.getByRole('form').getByLabelText('End', { exact: true }).fill('30/6/2031')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Term added successfully')).toBeVisible()
    expect(await portal.sql`select start_date, end_date from terms where name = 'Spring'`).toEqual([
      { start_date: '2031-02-01', end_date: '2031-06-30' },
    ])
  })
})

describe('its calendar', () => {
  test('is a grid that keys move through, and Escape closes it without leaving the form', async () => {
    await openForm()
    await start().fill('12/11/2026')
    await opener().click()
    await expect.element(heading()).toHaveTextContent('November 2026')
    await expect.element(calendar().getByRole('grid', { name: 'November 2026' })).toBeVisible()
    await expect.poll(focused).toBe('Thursday, 12 November 2026')
    await expect.element(calendar().getByRole('gridcell', { selected: true })).toHaveTextContent('12')
    for (const [key, day] of [
      ['{ArrowRight}', 'Friday, 13 November 2026'],
      ['{ArrowDown}', 'Friday, 20 November 2026'],
      ['{ArrowUp}', 'Friday, 13 November 2026'],
      ['{ArrowLeft}', 'Thursday, 12 November 2026'],
      ['{Home}', 'Monday, 9 November 2026'],
      ['{End}', 'Sunday, 15 November 2026'],
      ['{PageDown}', 'Tuesday, 15 December 2026'],
      ['{PageUp}', 'Sunday, 15 November 2026'],
      ['{Shift>}{PageUp}{/Shift}', 'Saturday, 15 November 2025'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.poll(focused, { message: key }).toBe(day)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(calendar()).not.toBeInTheDocument()
    await expect.element(opener()).toHaveFocus()
    await expect.element(start()).toHaveValue('12/11/2026')
  })

  test('chooses a day with Enter or a click, and focus returns to its button', async () => {
    await openForm()
    await start().fill('12/11/2026')
    await opener().click()
    await expect.poll(focused).toBe('Thursday, 12 November 2026')
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(start()).toHaveValue('13/11/2026')
    await expect.element(opener()).toHaveFocus()
    await opener().click()
    await calendar().getByRole('button', { name: 'Next month' }).click()
    await calendar().getByRole('button', { name: 'Next year' }).click()
    await expect.element(heading()).toHaveTextContent('December 2027')
    await calendar().getByRole('button', { name: 'Friday, 31 December 2027' }).click()
    await expect.element(start()).toHaveValue('31/12/2027')
  })

  test.each([
    ['en', 'Monday', '{ArrowRight}'],
    ['ckb', 'یەکشەممە', '{ArrowLeft}'],
    ['ar', 'الأحد', '{ArrowLeft}'],
  ] as const)('begins the week in %s on %s, and the next day is at %s', async (language, weekday, key) => {
    await openForm({ language })
    const field = page.getByRole('form').getByRole('textbox').nth(1)
    await field.fill('2026-11-12')
    await page
      .getByRole('form')
      .getByRole('button', { name: sayIn[language](messages.dates.choose) })
      .first()
      .click()
    const grid = page.getByRole('grid')
    await expect.element(grid.getByRole('columnheader').first()).toHaveTextContent(weekday)
    await expect.poll(focused).toMatch(/12/)
    await userEvent.keyboard(`${key}{Enter}`)
    await expect.element(field).toHaveValue('13/11/2026')
  })

  test('marks today, offers no day outside its limits, and fits on a phone', async () => {
    await portal.open('/admin-dashboard?tab=review', admin, { width: 360, height: 740 })
    await page.getByRole('button', { name: lend }).click()
    await page.getByRole('dialog', { name: lend }).getByRole('button', { name: 'Choose a day' }).click()
    const [{ day }] = (await portal.sql`select extract(day from now())::int as day`) as [{ day: number }]
    const button = document.querySelector<HTMLElement>('[aria-current="date"]')
    expect(button?.textContent).toBe(String(day))
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => document.activeElement).toBe(button)
    const before = [...document.querySelectorAll<HTMLButtonElement>('[role="grid"] button')].filter(({ disabled }) => disabled)
    expect(before).toHaveLength(day - 1)
    const { left, right } = calendar().element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(360)
    await userEvent.keyboard('{Escape}')
    await expect.element(calendar()).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog', { name: lend })).toBeVisible()
  })
})
