import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

/** A page shows its shell until its scripts have loaded, and there is no layout shift when the page replaces it. */

/** Delays the scripts until they are released. */
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

async function openShell(page: Page, path: string) {
  // Neither DOMContentLoaded nor load come before the scripts.
  await page.goto(path, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The positions of the elements. Not their widths: a heading is as wide as the content below it. */
async function places(page: Page, selectors: string[]) {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        // A page renders one of the two forms of the sidebar, its shell hides the other.
        const visible = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
        const boxes = visible.map((each) => each.getBoundingClientRect())
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
      await openShell(page, '/')
      const drawn = ['h1', 'header p', 'header img', 'footer']
      await expect(page.locator('h1')).toHaveText('Staff Activity and Performance Portal')
      const before = await places(page, drawn)

      release()
      await page.getByRole('textbox', { name: 'Username' }).fill('sara')
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('sara')
      expect(await places(page, drawn)).toEqual(before)
    })

    for (const [role, path] of [
      ['admin', '/admin-dashboard?tab=departments'],
      ['staff', '/staff-dashboard'],
    ] as const)
      test(`the dashboard of ${role}`, async ({ page, portal }) => {
        await signIn(page, await addPerson(portal, role))
        const release = await withoutScripts(page)
        await openShell(page, path)
        const drawn = ['header img', 'header p', 'aside img', 'aside p']
        await expect(page.getByText('Staff Activity and Performance Portal').filter({ visible: true })).toBeVisible()
        const before = await places(page, drawn)
        // Half of a shell is not painted, however slowly it arrives: the browser waits for what stands behind it.
        const end = await page.locator('link[rel=expect][blocking=render]').getAttribute('href')
        await expect(page.locator(`#root > [inert] ~ ${end}`)).toBeAttached()

        release()
        await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
        expect(await places(page, drawn)).toEqual(before)
      })
  })
}

test('a page whose scripts do not load shows an error, and can be reloaded', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route('**/assets/react-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText('This page did not load completely. Try again')
  await page.unroute('**/assets/react-*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('sara')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('no page creates an Intl formatter while it starts: the first one is slow', async ({ page, portal }) => {
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
