import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations, axeViolationsIn, giveTimeToAxe } from '../../testing/components/axe.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()

const rulesIn = (violations: string[]) => violations.map((violation) => violation.split(':')[0]).sort()

test('axe finds what is wrong, in light and in dark, and in the document itself', async () => {
  await portal.open('/', null)
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await axeViolations()).toEqual({ light: [], dark: [] })

  const wrong = document.createElement('div')
  wrong.innerHTML = `
    <input>
    <p role="buton">Save</p>
    <h6>Small print</h6>
    <p style="color: #bbb; background: #fff">Pale</p>
    <p style="color: light-dark(#111, #444)">Too dark at night</p>`
  document.querySelector('main')?.append(wrong)
  const outside = document.createElement('main')
  outside.textContent = 'A second one'
  document.body.append(outside)
  const { title } = document
  const { lang } = document.documentElement
  document.title = ''
  document.documentElement.removeAttribute('lang')
  const { light, dark } = await axeViolations()
  document.title = title
  document.documentElement.lang = lang
  for (const element of [wrong, outside]) element.remove()

  expect(rulesIn(light)).toEqual([
    'aria-roles',
    'color-contrast',
    'document-title',
    'heading-order',
    'html-has-lang',
    'label',
    'landmark-no-duplicate-main',
    'landmark-unique',
  ])
  expect(dark).toEqual([expect.stringContaining('Pale'), expect.stringContaining('Too dark at night')])
  // The next page is opened with the former colours.
  expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(false)
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
})

test('axe finds what is wrong in a page that the server renders', async () => {
  const { light, dark } =
    await axeViolationsIn(`<!doctype html><html lang="en"><head><style>:root { color-scheme: light dark }</style></head>
    <body style="background: light-dark(#fff, #000)"><main><h1>Check</h1><p style="color: light-dark(#111, #444)">Too dark at night</p></main></body></html>`)
  expect(rulesIn(light)).toEqual(['document-title'])
  expect(rulesIn(dark)).toEqual(['color-contrast'])
})
