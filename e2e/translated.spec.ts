import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { genderName, titleName } from '../contract/codes.ts'
import { formatDay } from '../contract/dates.ts'
import { ar } from '../contract/languages/ar.ts'
import { type Message, messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { translatedLabel } from '../contract/localized.ts'
import { latinTexts, notTranslated, unreadable } from '../testing/components/readable.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, password, renameAdministrator, signIn } from './steps.ts'

// Names of other tests are in English.
test.use({ ownPortal: true })

/** The main paths in Kurdish and in Arabic, with the words of the catalogue. All data is in Arabic letters: Latin ones are English words. */

const translations = [
  {
    language: 'ckb',
    say: speaker('ckb', ckb),
    year: 1951,
    admin: 'ڕێبین قادر',
    member: 'د. سارا عەزیز',
    imported: 'ئاراس حەسەن',
    other: 'هێمن کەریم',
    department: { name: 'بەشی کیمیا', translated: 'بەشی کیمیای گشتی' },
    activity: 'کۆنفرانسی زمانی کوردی',
    /** The words to search for, as an Arabic keyboard types them. */
    searched: 'زماني كوردي',
    returned: 'وتاری بڵاوکراوە',
    reason: 'بەستەرەکە کار ناکات.',
    term: 'ساڵی 1951',
  },
  {
    language: 'ar',
    say: speaker('ar', ar),
    year: 1952,
    admin: 'ليلى كريم',
    member: 'د. سارة عزيز',
    imported: 'علي حسن',
    other: 'عمر كامل',
    department: { name: 'قسم الكيمياء', translated: 'قسم الكيمياء العامة' },
    activity: 'مؤتمر كيمياء دولي',
    /** The words to search for, as a Kurdish keyboard types them. */
    searched: 'کیمیاء دولی',
    returned: 'بحث منشور',
    reason: 'الرابط لا يعمل.',
    term: 'سنة 1952',
  },
] as const
type Translation = (typeof translations)[number]

const { actions, activities, audit, auth, departments, fields, general, imports, notices, panels, review } = messages
const { password: passwords, postedActivities, scoring, statements, tables, terms, users } = messages

const day = (year: number, number: number) => `${year}-03-${String(number).padStart(2, '0')}`
const search = (page: Page) => page.getByRole('searchbox')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const form = (page: Page) => page.getByRole('form')
const toasts = (page: Page) => page.locator('[data-toasts]')
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseLanguage(page: Page, portal: Portal, { language }: Translation) {
  await page.context().addCookies([{ name: 'language', value: language, url: portal.url }])
}

async function openPanel(page: Page, name: string, title = name) {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await expect(heading(page)).toHaveText(title)
}

async function downloadFrom(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await press()
  return readFile(await (await downloading).path())
}

/** The login page with wrong input, and then the right one. */
async function signInByForm(page: Page, { language, say }: Translation, { username }: Person) {
  for (const path of ['/', '/admin-dashboard'])
    expect(await (await page.request.get(path)).text()).toContain(`<html lang="${language}" dir="rtl">`)
  await page.goto('/')
  await button(page, say(auth.login)).click()
  await expect(page.getByRole('alert')).toHaveText(say(auth.required))
  await page.getByLabel(say(auth.username), { exact: true }).fill(username)
  await page.getByLabel(say(fields.password), { exact: true }).fill('wrong password')
  await button(page, say(auth.login)).click()
  await expect(page.getByRole('alert')).toHaveText(say(auth.invalid))
  await expectReadable(page)
  await page.getByLabel(say(fields.password), { exact: true }).fill(password)
  await button(page, say(auth.login)).click()
  await expect(heading(page)).toHaveText(say(panels.users))
}

async function addDepartment(page: Page, { say, department, language }: Translation) {
  await openPanel(page, say(panels.departments))
  await field(page, say(departments.name)).press('Enter')
  await expect(field(page, say(departments.name))).toHaveAccessibleDescription(say(departments.emptyName))
  await page.getByText(say(fields.otherLanguages)).click()
  await field(page, say(departments.name)).fill(department.name)
  await field(page, say(translatedLabel(fields.name, language))).fill(department.translated)
  await button(page, say(actions.add)).click()
  await expect(toasts(page)).toContainText(say(departments.added))
  await expect(rowOf(page, department.name)).toBeVisible()
}

async function addActivity(page: Page, { say, activity }: Translation) {
  await openPanel(page, say(panels.activity), say(panels.activityList))
  await button(page, say(activities.add)).first().click()
  const save = form(page).getByRole('button', { name: say(activities.add), exact: true })
  await field(page, say(fields.name)).fill(activity)
  await save.click()
  await expect(field(page, say(fields.score))).toHaveAccessibleDescription(say(activities.invalidScore))
  await field(page, say(fields.description)).fill(activity)
  await field(page, say(fields.score)).fill('4.25')
  await save.click()
  await expect(toasts(page)).toContainText(say(activities.added))
  await expect(rowOf(page, activity)).toContainText(say(messages.codes.types.Compulsory))
}

async function addUser(page: Page, { sql }: Portal, { say, member, language, department }: Translation): Promise<Person> {
  const username = `user-${language}`
  await openPanel(page, say(panels.users))
  await button(page, say(users.add)).click()
  const save = form(page).getByRole('button', { name: say(users.add), exact: true })
  await field(page, say(fields.name)).fill(member)
  await save.click()
  await expect(toasts(page)).toContainText(say(users.requiredFields))
  await expect(field(page, say(fields.email))).toHaveAccessibleDescription(say(general.missing))
  await field(page, say(fields.email)).fill(`${username}@test.example`)
  await field(page, say(fields.username)).fill(username)
  await field(page, say(fields.password)).fill(password)
  const [made] = await sql<[{ id: number }]>`select id from departments where name = ${department.name}`
  await field(page, say(fields.department)).selectOption(String(made.id))
  await field(page, say(fields.title)).selectOption(say(titleName('l')))
  await save.click()
  await expect(toasts(page)).toContainText(say(users.added))
  await expect(rowOf(page, member)).toContainText(say(titleName('l')))
  const [person] = await sql<[Person]>`select id, username, name from users where username = ${username}`
  return person
}

async function importUser(page: Page, { say, imported, language, department }: Translation) {
  const username = `user-imported-${language}`
  const columns = [fields.name, fields.email, fields.username, fields.department, fields.gender]
  const row = (gender: string) => [imported, `${username}@test.example`, username, department.name, gender].join(',')
  const choose = (gender: string) =>
    dialog(page)
      .getByLabel(say(imports.file))
      .setInputFiles({
        name: 'users.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([columns.map(say).join(','), row(gender)].join('\n')),
      })
  await button(page, say(actions.import)).click()
  await choose('؟')
  await expect(dialog(page).getByRole('alert')).toHaveText(say(imports.fixErrors({ count: 1 })))
  await button(page, say(imports.chooseAnother)).click()
  await choose(say(genderName('Female') ?? fields.none))
  await button(page, say(imports.importUsers({ count: 1 }))).click()
  await expect(dialog(page)).toContainText(say(imports.imported({ added: 1, changed: 0 })))
  await button(page, say(actions.done)).click()
  await expect(rowOf(page, imported)).toBeVisible()
}

async function addTerm(page: Page, { sql }: Portal, { say, term, year }: Translation): Promise<number> {
  await openPanel(page, say(panels.terms))
  await button(page, say(terms.add)).click()
  const save = form(page).getByRole('button', { name: say(terms.add), exact: true })
  await field(page, say(fields.name)).fill('')
  await save.click()
  await expect(field(page, say(fields.name))).toHaveAccessibleDescription(say(terms.nameRequired))
  await field(page, say(fields.name)).fill(term)
  await field(page, say(terms.start)).fill(`${year}-01-01`)
  await field(page, say(terms.end)).fill(`${year}-12-31`)
  await save.click()
  await expect(toasts(page)).toContainText(say(terms.added))
  await expect(rowOf(page, term)).toContainText(formatDay(say, `${year}-12-31`))
  const [{ id }] = await sql<[{ id: number }]>`select id from terms where name = ${term}`
  return id
}

async function post({ sql }: Portal, { id }: Person, name: string, date: string) {
  const [posting] = await sql<[{ id: number }]>`
    with made as (
      insert into activities (name, description, type, score) values (${name}, ${name}, 'Compulsory', 3)
      on conflict do nothing returning *),
    activity as (select * from made union all select * from activities where name = ${name} limit 1)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${id}, a.id, a.name, a.type, a.score, ${date}::date, term_of(${date}) from activity a returning id`
  return posting
}

async function giveScores(page: Page, { say }: Translation, { name }: Person, termId: number) {
  await page.goto(`/admin-dashboard?tab=staff&term=${termId}`)
  await search(page).fill(name)
  const { names, notSet, editScoreOf, scoreOf } = scoring
  await button(page, say(editScoreOf({ score: names.tp, value: notSet, name }))).click()
  await page.getByRole('spinbutton', { name: say(scoreOf({ score: names.tp, name })) }).fill('-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(say(scoring.invalidTp))
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await page.getByRole('spinbutton', { name: say(scoreOf({ score: names.fb, name })) }).fill('4.5')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText(say(scoring.feedbackUpdated))
  await expect(rowOf(page, name)).toContainText('19.75')

  const csv = await downloadFrom(page, async () => {
    await button(page, say(actions.export)).click()
    await page.getByRole('menuitem', { name: say(tables.formats.csv), exact: true }).click()
  })
  const [header = '', row] = csv.toString('utf8').split('\r\n')
  for (const title of [fields.name, fields.department, scoring.columns.tp, fields.total]) expect(header).toContain(say(title))
  expect(row).toContain(say(titleName('l')))
}

async function reviewBoth(page: Page, { sql }: Portal, { say, department, reason, returned }: Translation) {
  const [{ id }] = await sql<[{ id: number }]>`select id from departments where name = ${department.name}`
  await page.goto(`/admin-dashboard?tab=review&department_id=${id}`)
  const evidence = page.getByRole('region', { name: say(review.evidence) })
  await expect(page.getByText(say(review.summary({ number: 2 })))).toBeVisible()
  await evidence.getByRole('button', { name: say(review.verify), exact: true }).click()
  await expect(toasts(page)).toContainText(say(review.verified({ count: 1 })))
  await expect(evidence.getByRole('heading', { level: 2 })).toHaveText(returned)
  await evidence.getByRole('button', { name: say(review.return), exact: true }).click()
  const send = dialog(page).getByRole('button', { name: say(review.return), exact: true })
  await send.click()
  await expect(dialog(page).getByLabel(say(fields.reason))).toHaveAccessibleDescription(say(review.reasonRequired))
  await dialog(page).getByLabel(say(fields.reason)).fill(reason)
  await send.click()
  await expect(toasts(page)).toContainText(say(review.returned({ count: 1 })))
}

async function closeTerm(page: Page, { say, term: name }: Translation) {
  await openPanel(page, say(panels.terms))
  await button(page, say(terms.moreActionsFor({ name }))).click()
  await page.getByRole('menuitem', { name: say(actions.close), exact: true }).click()
  const confirmation = page.getByRole('alertdialog', { name: say(terms.closeQuestion({ name })) })
  await confirmation.getByRole('button', { name: say(terms.close), exact: true }).click()
  await expect(toasts(page)).toContainText(say(terms.closedSuccessfully))
  await expect(rowOf(page, name)).toContainText(say(terms.statuses.closed))
}

/** The letters of a text in a fixed order, because a PDF has the letters of a word as they are drawn. */
const lettersOf = (text: string) => [...text.replace(/\s/g, '')].sort().join('')

async function expectStatement(page: Page, { say }: Translation, path: string) {
  await page.goto(path)
  await expect(page.getByRole('region', { name: say(statements.howItAddsUp) })).toContainText('16.75')
  const pdf = await downloadFrom(page, () => button(page, say(statements.pdf)).click())
  const lines = readPdf(pdf).lines.map(lettersOf)
  for (const words of [statements.title, statements.teacherPoints, statements.returnedTitle])
    expect(lines).toContain(lettersOf(say(words)))
}

async function expectAudited(page: Page, { say, ...given }: Translation, admin: Person) {
  await page.goto(`/admin-dashboard?tab=audit&person=${admin.id}`)
  const { activity, returned, reason, term, member } = given
  const { subject, kinds, line } = audit
  const table = page.getByRole('table', { name: say(panels.audit) })
  for (const sentence of [
    line({ subject: subject.department, name: given.department.name, kind: kinds.added }),
    line({ subject: subject.activity, name: activity, kind: kinds.added }),
    line({ subject: subject.user, name: member, kind: kinds.added }),
    line({ subject: subject.term, name: term, kind: kinds.closed }),
    line({ subject: subject.posting, name: activity, kind: kinds.verified }),
    line({ subject: subject.posting, name: returned, kind: kinds.returned }),
    audit.concerns({ name: member }),
  ])
    await expect(table).toContainText(say(sentence))
  await expect(table).toContainText(reason)
}

/** Words of the translations that stay in Latin letters, and the name of the imported file. */
const technicalWords = /users\.csv|Excel|M\.A\.|\.jpg|PNG|JPEG|WebP|MB|SMTP_URL|TIME_ZONE|smtps:\/\/user|UTF-8|Ctrl|Enter|Esc|F8/g

/** Expects nothing in English, and everything legible on a large and a small screen. */
async function expectReadable(page: Page) {
  await expect(heading(page)).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const texts = (await page.evaluate(latinTexts)).map((text) => text.replace(notTranslated, '').replace(technicalWords, ''))
  expect
    .soft(
      texts.filter((text) => /[A-Za-z]{2}/.test(text)),
      `${page.url()}: English words`,
    )
    .toEqual([])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect.soft(await page.evaluate(unreadable), `${page.url()} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

/** Expects every panel of the sidebar, and these pages, to be readable. */
async function expectAllReadable(page: Page, paths: readonly string[]) {
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const path of [...links, ...paths])
    await test.step(path, async () => {
      await page.goto(path)
      await expectReadable(page)
    })
}

for (const translation of translations) {
  const { language, say } = translation

  test(`${language}: an administrator's work`, async ({ page, portal }) => {
    test.setTimeout(180_000)
    await renameAdministrator(portal, translation.admin)
    const admin = await addPerson(portal, 'admin', { name: translation.admin })
    await chooseLanguage(page, portal, translation)
    await signInByForm(page, translation, admin)
    await addDepartment(page, translation)
    await addActivity(page, translation)
    const member = await addUser(page, portal, translation)
    await importUser(page, translation)
    const termId = await addTerm(page, portal, translation)
    await post(portal, member, translation.activity, day(translation.year, 4))
    await post(portal, member, translation.returned, day(translation.year, 5))
    await giveScores(page, translation, member, termId)
    await reviewBoth(page, portal, translation)

    await page.goto(`/admin-dashboard?tab=overview&term=${termId}`)
    await expect(page.getByRole('region', { name: say(messages.overview.gradesByDepartment) })).toContainText(
      translation.department.name,
    )
    const statement = `/statement?user_id=${member.id}&term=${termId}`
    await expectStatement(page, translation, statement)
    await page.goto('/admin-dashboard?tab=departments')
    await closeTerm(page, translation)
    await expectAudited(page, translation, admin)
    await expectAllReadable(page, [
      `/admin-dashboard?tab=staff&term=${termId}`,
      `/admin-dashboard?tab=overview&term=${termId}`,
      '/grade',
      statement,
      `/statement?user_id=${member.id}`,
    ])
  })

  test(`${language}: a member's work`, async ({ page, portal, browser }) => {
    test.setTimeout(180_000)
    const { activity, returned, reason } = translation
    const [member, admin] = [
      await addPerson(portal, 'staff', { name: translation.other, title: 'l' }),
      await addPerson(portal, 'admin', { name: translation.admin }),
    ]
    const [{ start }] = await portal.sql<[{ start: string }]>`
      update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
      where is_current returning start_date::text as start`
    const dayOf = (number: number) => `${start.slice(0, 8)}${String(number).padStart(2, '0')}`
    await portal.sql`insert into activities (name, description, type, score) values (${activity}, ${activity}, 'Compulsory', 4.25)
      on conflict do nothing`
    const posting = await post(portal, member, returned, dayOf(2))
    const office = await browser.newContext({ baseURL: portal.url })
    await signIn(await office.newPage(), admin)
    const decision = { state: 'returned', reason, postings: [{ id: posting.id, version: 1 }] }
    expect((await office.request.put('/review', { data: decision })).status()).toBe(200)
    await office.close()

    await chooseLanguage(page, portal, translation)
    await signIn(page, member)
    await page.goto('/staff-dashboard')
    await expect(heading(page)).toHaveText(say(panels.activityList))
    await search(page).fill(translation.searched)
    await expect(rowOf(page, activity)).toContainText('4.25')
    await button(page, say(activities.postNamed({ name: activity }))).click()

    await expect(heading(page)).toHaveText(say(panels.yourActivity))
    await expect(page.getByText(say(review.returnedToYou({ count: 1 })))).toBeVisible()
    await page
      .getByRole('form')
      .getByRole('button', { name: say(postedActivities.post), exact: true })
      .click()
    const date = field(page, say(fields.startingDate))
    await expect(date).toHaveAccessibleDescription(say(postedActivities.dateRequired))
    await date.fill(dayOf(5))
    await page
      .getByRole('form')
      .getByRole('button', { name: say(postedActivities.post), exact: true })
      .click()
    await expect(
      form(page)
        .getByRole('status')
        .filter({ hasText: say(postedActivities.posted) }),
    ).toBeVisible()
    const entries = page.getByRole('list', { name: say(postedActivities.yourPosted) }).getByRole('listitem')
    await expect(entries.filter({ hasText: activity })).toContainText(formatDay(say, dayOf(5)))
    await expect(entries.filter({ hasText: returned })).toContainText(reason)
    const card = (label: Message) => page.locator('dl > div').filter({ has: page.getByText(say(label), { exact: true }) })
    await expect(card(postedActivities.cards.acts).first()).toContainText('4.25')
    await expect(card(postedActivities.totalScore)).toContainText('4.25')

    await page.getByRole('button', { name: say(notices.bellUnread({ count: 1 })) }).click()
    const notice = page.getByRole('dialog', { name: say(panels.notices) }).getByRole('listitem')
    await expect(notice).toContainText(say(notices.returned({ activity: returned, reason })))
    await page.keyboard.press('Escape')

    await page.locator('button[aria-haspopup=menu]', { hasText: member.name }).click()
    await page.getByRole('menuitem', { name: say(passwords.change) }).click()
    const [current, fresh, repeat] = [passwords.current, passwords.new, passwords.repeat].map((label) =>
      dialog(page).getByLabel(say(label), { exact: true }),
    )
    if (!current || !fresh || !repeat) throw new Error('three fields')
    const save = dialog(page).getByRole('button', { name: say(passwords.change), exact: true })
    await fresh.fill('short')
    await save.click()
    await expect(current).toHaveAccessibleDescription(say(passwords.currentRequired))
    await expect(dialog(page)).toContainText(say(passwords.tooShort))
    await current.fill('wrong password')
    await fresh.fill('four unrelated words')
    await repeat.fill('four unrelated')
    await save.click()
    await expect(repeat).toHaveAccessibleDescription(say(passwords.repeatDiffers))
    await repeat.fill('four unrelated words')
    await save.click()
    await expect(current).toHaveAccessibleDescription(say(passwords.currentWrong))
    await page.keyboard.press('Escape')
    await expectAllReadable(page, ['/grade', '/statement'])
  })
}
