import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

/** Before its scripts are there a page shows what it will show, and nothing of it moves when they come. */

/** Holds the scripts back until told otherwise. */
async function withoutScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Where everything stands. Not how wide: the line of a heading is as wide as what comes below it. */
async function places(page: Page, selectors: string[]) {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect())
        return [selector, ...boxes.map(({ x, y, height }) => ({ x, y, height }))]
      }),
    selectors,
  )
}

for (const [screen, viewport] of Object.entries({ wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  test.describe(screen, () => {
    test.use({ viewport })

    test('the login page', async ({ page }) => {
      const release = await withoutScripts(page)
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      const drawn = ['h1', 'h2', 'label', 'input', 'button', 'footer', 'img']
      await expect(page.locator('h2')).toHaveText('Sign in')
      // Nothing can be typed that would be lost.
      await page.mouse.click(...(await middleOf(page, 'input[name=username]')))
      await page.keyboard.type('sara')
      await expect(page.locator('input[name=username]')).toHaveValue('')
      await page.evaluate(() => document.fonts.ready)
      const before = await places(page, drawn)

      release()
      await page.getByRole('textbox', { name: 'Username' }).fill('sara')
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('sara')
      expect(await places(page, drawn)).toEqual(before)
    })

    for (const [role, path, title] of [
      ['admin', '/admin-dashboard', 'Users'],
      ['staff', '/staff-dashboard', 'Activity List'],
    ] as const)
      test(`the dashboard of ${role}`, async ({ page, portal }) => {
        await signIn(page, await addPerson(portal, role))
        const release = await withoutScripts(page)
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        const drawn = ['h1', 'header img', 'header p', 'aside img', 'aside p']
        await expect(page.locator('h1')).toHaveText(title)
        await page.evaluate(() => document.fonts.ready)
        const before = await places(page, drawn)

        release()
        await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
        expect(await places(page, drawn)).toEqual(before)
      })
  })
}

test('a page whose scripts do not come says so, and can be tried again', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route('**/assets/react-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText('This page could not be loaded completely. Try again')
  await page.unroute('**/assets/react-*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('sara')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('no page makes a formatter while it starts: the first of them can take longer than all the rest', async ({
  page,
  portal,
}) => {
  await page.addInitScript(`
    globalThis.made = []
    for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'Collator'])
      Intl[name] = new Proxy(Intl[name], {
        construct(kind, args) {
          made.push(name)
          return Reflect.construct(kind, args)
        },
      })
  `)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Username' }).fill('sara')
  expect(await page.evaluate('made')).toEqual([])
  for (const [role, path] of [
    ['admin', '/admin-dashboard'],
    ['staff', '/staff-dashboard'],
  ] as const) {
    await signIn(page, await addPerson(portal, role))
    await page.goto(path)
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate('made')).toEqual([])
  }
})

async function middleOf(page: Page, selector: string): Promise<[number, number]> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`Nothing is drawn: ${selector}`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}
