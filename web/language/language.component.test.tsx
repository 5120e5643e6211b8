import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { filterOf } from '../../testing/components/filters.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'

const portal = await startPortal()
const inArabic = speaker('ar', ar)
const inKurdish = speaker('ckb', ckb)
const yourActivity = '/staff-dashboard?tab=your-activity'

const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
const kurdishCombobox = () => combobox(inKurdish(messages.fields.activity))
const entry = () => page.getByRole('listitem').getByRole('heading', { level: 3 })
const textsOf = (elements: Element[]) => elements.map((element) => element.textContent)

async function chooseLanguage({ name }: { name: string }, language: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitemradio', { name: language, exact: true }).click()
}

test('an activity is found by its Kurdish and its English name, and stands in the list in the language of the page', async () => {
  const [english, kurdish] = ['Symposium of talks', 'سیمپۆزیۆم']
  await portal.sql`insert into activities (name, names, description, descriptions, type, score)
    values (${english}, ${JSON.stringify({ ckb: kurdish })}, 'A day of talks', ${JSON.stringify({ ckb: 'ڕۆژێکی وتار' })}, 'Elective', 3.5)`
  await portal.open('/staff-dashboard', await portal.make.staff(), { language: 'ckb' })
  const row = page.getByRole('row', { name: kurdish })
  for (const wanted of [kurdish, english, 'A day of talks', 'ڕۆژێکی وتار']) {
    await page.getByRole('searchbox').fill(wanted)
    await expect.element(row).toHaveTextContent('ڕۆژێکی وتار')
  }
  await page.getByRole('searchbox').fill('no such activity')
  await expect.element(row).not.toBeInTheDocument()
})

test('the activity of a draft and of a posting is the same in every language', async () => {
  const { name: english } = await portal.make.activity({ name: 'Colloquium', names: { ckb: 'کۆڕ' } })
  const kurdish = 'کۆڕ'
  const person = await portal.make.staff({ name: 'Sara Aziz' })
  await portal.open(yourActivity, person, { language: 'ckb' })
  const options = page.getByRole('listbox').getByRole('option')
  for (const typed of [kurdish, english]) {
    await kurdishCombobox().fill(typed)
    await expect.element(options).toHaveTextContent(kurdish)
    expect(options.elements()).toHaveLength(1)
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(kurdishCombobox()).toHaveValue(kurdish)
  await page.getByRole('button', { name: inKurdish(messages.postedActivities.today), exact: true }).click()

  await chooseLanguage(person, 'English')
  await expect.element(combobox('Activity')).toHaveValue(english)
  await portal.open('/grade', person)
  await portal.open(yourActivity, person)
  await expect.element(combobox('Activity')).toHaveValue(english)
  await chooseLanguage(person, 'کوردی')
  await expect.element(kurdishCombobox()).toHaveValue(kurdish)

  let sent: FormDataEntryValue | null = null
  interceptUploads(({ fields, pass }) => {
    sent = fields.get('activity_name')
    pass()
  })
  const post = inKurdish(messages.postedActivities.post)
  await page.getByRole('form').getByRole('button', { name: post, exact: true }).click()
  await expect.element(entry()).toHaveTextContent(kurdish)
  expect(sent).toBe(english)
  await chooseLanguage(person, 'English')
  await expect.element(entry()).toHaveTextContent(english)
})

test('a posting is edited under its Kurdish name and keeps its activity, even one that is no longer offered', async () => {
  const kurdish = 'وۆرکشۆپ'
  const activity = await portal.make.activity({ name: 'Workshop', names: { ckb: kurdish } })
  const person = await portal.make.staff()
  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, ${activity.id}, 'Workshop', 'Compulsory', 2.5, start_date, id from terms where is_current`
  await portal.sql`update activities set removed_at = now() where id = ${activity.id}`
  await portal.open(yourActivity, person, { language: 'ckb' })
  await page
    .getByRole('listitem')
    .getByRole('button', { name: inKurdish(messages.actions.edit) })
    .click()
  await expect.element(kurdishCombobox()).toHaveValue(kurdish)
  await page.getByLabelText(inKurdish(messages.fields.link)).fill('https://events.test.example/1')
  await page.getByRole('button', { name: inKurdish(messages.postedActivities.update), exact: true }).click()
  await expect.element(page.getByText(inKurdish(messages.postedActivities.updated))).toBeVisible()
  expect(await portal.sql`select activity_id, activity_name, link from posted_activities where user_id = ${person.id}`).toEqual([
    { activity_id: activity.id, activity_name: 'Workshop', link: 'https://events.test.example/1' },
  ])
})

test('departments stand in Arabic, by its alphabet, in the list, the form and the filter, and are found by the English name', async () => {
  const [law, zoology] = ['القانون', 'الحيوان']
  const { id } = await portal.make.department('Law', { names: { ar: law } })
  await portal.make.department('Zoology', { names: { ar: zoology } })
  const member = await portal.make.staff({ name: 'Member of Law', department_id: id })
  const admin = await portal.make.admin()
  await portal.open('/admin-dashboard?tab=departments', admin, { language: 'ar' })
  const names = () => textsOf(page.getByRole('rowheader').elements())
  await expect.element(page.getByRole('rowheader', { name: law })).toBeVisible()
  expect(names()).toEqual([zoology, law])
  await page.getByRole('searchbox').fill('Law')
  await expect.element(page.getByRole('rowheader', { name: zoology })).not.toBeInTheDocument()
  expect(names()).toEqual([law])

  await portal.open(`/admin-dashboard?tab=users&q=${encodeURIComponent(member.name)}&department_id=${id}`, admin, {
    language: 'ar',
  })
  await expect.element(page.getByRole('row', { name: member.name })).toHaveTextContent(law)
  await expect.element(filterOf(inArabic(messages.fields.department))).toHaveTextContent(law)
  await page.getByRole('button', { name: inArabic(messages.users.add), exact: true }).click()
  await expect.element(page.getByRole('form').getByRole('option', { name: law })).toBeInTheDocument()
  const offered = () => textsOf([...document.querySelectorAll('form select[name=department_id] option[value]')])
  expect(offered()).toEqual(expect.arrayContaining([zoology, law]))
  expect(offered().indexOf(zoology)).toBeLessThan(offered().indexOf(law))
})
