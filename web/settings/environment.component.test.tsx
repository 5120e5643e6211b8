import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

// No mail server listens at this address.
const portal = await startPortal({ UNIVERSITY_NAME: 'Set outside', SMTP_URL: 'smtp://127.0.0.1:1', TIME_ZONE: 'Asia/Baghdad' })
const admin = await portal.make.admin()

const section = (name: string) => page.getByRole('region', { name, exact: true })

test('what an environment variable sets is shown and cannot be changed here', async () => {
  await portal.open('/admin-dashboard?tab=settings', admin)
  const name = section('Portal').getByLabelText('University name', { exact: true })
  await expect.element(name).toHaveValue('Set outside')
  await expect.element(name).toHaveAttribute('readonly')
  await expect.element(name).toHaveAccessibleDescription(/^Set by the environment variable UNIVERSITY_NAME\./)
})

test('the time zone is shown with the variable that sets it', async () => {
  await portal.open('/admin-dashboard?tab=settings', admin)
  const zone = section('Portal').getByLabelText('Time zone', { exact: true })
  await expect.element(zone).toHaveValue('Asia/Baghdad')
  await expect.element(zone).toHaveAttribute('readonly')
  await expect.element(zone).toHaveAccessibleDescription(/environment variable TIME_ZONE/)
})

test('a test e-mail shows whether e-mails leave, and why not', async () => {
  await portal.open('/admin-dashboard?tab=settings', admin)
  const mail = section('Email')
  const send = mail.getByRole('button', { name: 'Send test email' })
  await send.click()
  await expect.element(mail.getByRole('alert')).toHaveTextContent('The mail server 127.0.0.1:1 cannot be reached.')
  intercept('POST', '/settings/mail-test', replyWith(200, { message: 'Sent' }))
  await send.click()
  await expect.element(mail.getByText('The mail server accepted the test email')).toBeVisible()
  await expect.element(mail.getByRole('alert')).not.toBeInTheDocument()
})
