import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../testing/portal.ts'

const secrets = {
  DATABASE_OWNER_URL: 'postgresql://owner:secret-of-the-owner@127.0.0.1:1/portal',
  SMTP_URL: 'smtps://mailer:secret-of-mail@mail.test.example',
  SSO_CLIENT_SECRET: 'secret-of-the-client',
  BACKUP_KEY: 'secret-of-backups-with-32-letters',
  ADMIN_PASSWORD: 'secret-of-the-first-start',
}

let portal: Portal
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-installation-'))
  const keyFile = join(folder, 'secret-key.pem')
  writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  portal = await startPortal({
    environment: {
      ...secrets,
      ARCHIVE_KEY_FILE: keyFile,
      PUBLIC_URL: 'https://portal.test.example',
      SSO_ISSUER: 'https://login.test.example/tenant-id',
      SSO_CLIENT_ID: 'client-id',
      SSO_NAME: 'Arden account',
      SSO_DOMAINS: 'arden.example,staff.arden.example',
      HEADS_MAY_SCORE: 'yes',
      TIME_ZONE: 'Asia/Baghdad',
      DIGEST_DAY: 'sunday',
      SESSION_IDLE_MINUTES: '45',
      PUSH_SERVICES: 'fcm.googleapis.com, *.push.test.example',
    },
  })
})
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

const read = async () => (await portal.as(await portal.make.admin()))('GET', '/settings/installation')

test('how the portal is set is told to administrators, without anything secret', async () => {
  const reply = await read()
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    second_factor: 'none',
    heads_may_score: true,
    heads_may_score_chosen: false,
    session: { idle_minutes: 45, most_hours: 12, stay_days: 30 },
    digest: { mode: 'weekly', weekday: 7, is_sent: true },
    mail_from: 'portal@portal.test.example',
    sso: { name: 'Arden account', domains: ['arden.example', 'staff.arden.example'], provisions: false, passwords: 'everyone' },
    push: { services: ['fcm.googleapis.com', '*.push.test.example'], devices: 0, unreachable_since: null },
    time_zone: 'Asia/Baghdad',
    public_address: 'https://portal.test.example',
    evidence_quota_mb: 500,
    server_processes: 1,
  })
  expect(reply.json().database.bytes).toBeGreaterThan(1_000_000)
  for (const hidden of ['secret', 'postgres', 'mailer', 'client-id', 'tenant-id', 'PRIVATE KEY'])
    expect(reply.body.toLowerCase()).not.toContain(hidden.toLowerCase())
})

test('the age of the last backup is told in whole days, and that there is none', async () => {
  expect((await read()).json().last_backup).toBeNull()
  await portal.sql`insert into backups_made (finished_at, row_count, is_signed) values
    (now() - interval '8 days 20 hours', 10, true), (now() - interval '30 days', 10, false)`
  expect((await read()).json().last_backup).toMatchObject({ days: 8, is_signed: true })
})
