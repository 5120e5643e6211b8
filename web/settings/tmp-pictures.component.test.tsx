import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { chooseTheme } from '../ui/theme.ts'

const portal = await startPortal()
const { make, sql } = portal
const physics = await make.department('Physics', { names: { ckb: 'فیزیا', ar: 'الفيزياء' } })
const admin = await make.admin({ name: 'Rana Wahid', department_id: physics.id })
const second = await make.admin({ name: 'Dilan Karim', department_id: physics.id })
const both = await make.withRights(['administrator', 'give_rights'], { name: 'Dr. Hana Salih', department_id: physics.id })
const reader = await make.withRights(['reader'], { name: 'Rita Reader', department_id: physics.id })
await make.withRights(['reviewer', 'score_keeper'], { name: 'Kawa Keeper', department_id: physics.id })
await sql`update user_rights set given_by = ${admin.id} where user_id in (${both.id}, ${reader.id})`
await sql`insert into portal_settings (confirm_administrators) values (true) on conflict (id) do update set confirm_administrators = true`
const a = await make.staff({ name: 'Zara Aram', department_id: physics.id })
await portal.as(second)('PUT', `/users/toggle-role/${a.id}`, { replaces: 2 })
const b = await make.staff({ name: 'Omar Nuri', department_id: physics.id })
await portal.as(admin)('PUT', `/users/${b.id}/rights`, { rights: ['administrator'] })

const sizes = [
  [1280, 800],
  [390, 844],
] as const
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const shots = [
  
    ['users2', '/admin-dashboard?tab=users', both],
  
  ['rights', '/admin-dashboard?tab=settings&open=rights', admin],
  ['policy', '/admin-dashboard?tab=settings&open=policy', admin],
] as const
test('pictures', async () => {
  for (const [language, theme] of [
    ['en', 'light'],
    ['ckb', 'dark'],
  ] as const)
    for (const [width, height] of sizes) {
      chooseTheme(theme)
      for (const [name, address, person] of shots) {
        await portal.open(address, person, { language, width, height })
        await expect.element(page.getByRole('main')).toBeVisible()
        await wait(name === 'rights' || name === 'policy' ? 1800 : 700)
        await page.screenshot({ path: `/work/parts/pages/test-results/pictures/${name}-${language}-${theme}-${width}.png` })
        if (name === 'rights' && width > 400) {
          const buttons = [...document.querySelectorAll<HTMLButtonElement>('section[aria-labelledby=rights] ul button')]
          buttons.at(-1)?.click()
          await wait(900)
          await page.screenshot({ path: `/work/parts/pages/test-results/pictures/dialog-${language}-${theme}-${width}.png` })
        }
        if (width === 390 && (name === 'rights' || name === 'policy')) {
          const element = name === 'rights' ? document.querySelector('section[aria-labelledby=rights]') : document.querySelector('section table.min-w-5xl')?.closest('section')
          if (element) await page.screenshot({ element, path: `/work/parts/pages/test-results/pictures/part-${name}-${language}.png` })
        }
        if (name === 'choice' && width === 390) {
          document.querySelector<HTMLButtonElement>('header[data-top-bar] > button:last-of-type')?.click()
          await wait(500)
          await page.screenshot({ path: `/work/parts/pages/test-results/pictures/menu-${language}-${theme}-${width}.png` })
        }
        await portal.open('/between-tests', null)
      }
    }
}, 240_000)
