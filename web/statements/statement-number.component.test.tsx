import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { en } from '../../contract/languages/en.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { makeStatements } from '../../testing/components/statements.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const { makeStory, giveScores } = makeStatements(portal, admin)

const sheet = () => page.getByRole('article')
const sum = () => page.getByRole('region', { name: 'How it adds up' })
const row = (name: RegExp) => page.getByRole('row', { name })
const explain = (label: string) => ({ name: new RegExp(`: what is ${label.replace(/[()]/g, '\\$&')}\\?$`) })
const { current, withFeedback } = en.grading

test('a pressed number of the own statement explains itself, and is a plain number to others', async () => {
  const { member, term } = await makeStory('Dr. Hana Said')
  await giveScores(member)
  await portal.open(`/statement?user_id=${member.id}`, admin)
  await expect.element(row(/^Total/)).toBeVisible()
  await expect.element(sheet().getByRole('button')).toHaveLength(0)

  await portal.open('/statement', member, { width: 390, height: 844 })
  const explained = [
    [sum(), 'Compulsory', `Your points from Compulsory activities in ${term.name}.`],
    [sum(), 'Attending', '1 activity counts: 3 points.'],
    [sum(), 'Elective', '1 was returned and does not count until you edit it.'],
    [sum(), 'Teacher points', /Set on \d+ \w{3} \d{4} by Rana Wahid\./],
    [
      sum(),
      'Feedback',
      'They count towards your total and the Grade with feedback, but not towards the Current grade (without feedback).',
    ],
    [sum(), 'Total', 'No one enters it. The portal adds up the parts.'],
    [sum(), current, 'It comes from your total without feedback: 23.55 points. For the title Lecturer, C starts at'],
    [sum(), current, 'Grade with feedback: B, from 27.95 points'],
    [sum(), current, 'There are two grades because'],
    [sum(), withFeedback, 'It comes from your total with feedback: 27.95 points. For the title Lecturer, B starts at'],
    [sum(), withFeedback, 'Current grade (without feedback): C, from 23.55 points'],
    [row(/^Compulsory/), 'Compulsory', '1 activity counts: 4.15 points.'],
    [row(/^Teacher points/), 'Teacher points', 'An administrator sets it.'],
    [row(/^Total/), 'Total', 'The sum of five parts'],
    [row(/^Curriculum workshop/), 'Points for Curriculum workshop', /Verified on \d+ \w{3} \d{4} by Rana Wahid\./],
    [row(/^Regional conference/), 'Points for Regional conference', 'No one has reviewed it yet.'],
    [row(/^Guest lecture/), 'Points for Guest lecture at Koya', 'Its points do not count until you edit it'],
  ] as const
  await expect.element(sheet().getByRole('button')).toHaveLength(17)
  for (const [place, label, sentence] of explained) {
    const number = place.getByRole('button', explain(label))
    await number.click()
    const dialog = page.getByRole('dialog', { name: label, exact: true })
    await expect.element(dialog).toHaveTextContent(sentence)
    // The Back button closes the dialog.
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(number).toHaveFocus()
  }
  expect(location.pathname + location.search).toBe('/statement')
})
