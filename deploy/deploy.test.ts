import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { en } from '../contract/languages/en.ts'
import * as limits from '../contract/limits.ts'
import { largestFileBytes } from '../contract/limits.ts'
import { mostTasks } from '../server/process/most-tasks.ts'
import { readSettings, settingsTable } from '../server/settings.ts'

const here = import.meta.dirname
const read = (name: string) => readFileSync(join(here, name), 'utf8')
const nginx = read('nginx.conf')
const page = read('README.md')
const services = ['staff-portal.service', 'staff-portal-backup.service']

/** The settings of an environment file, those that are only suggested (commented out) included. */
function settingsOf(text: string, suggested: boolean) {
  const lines = text.matchAll(suggested ? /^#?([A-Z_]+)=(.*)$/gm : /^([A-Z_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}

describe('portal.env', () => {
  test('names settings that exist, with values the portal takes', () => {
    const { LOGO_FILE: _aFileOfTheirs, ...all } = settingsOf(read('portal.env'), true)
    expect(Object.keys(all).filter((name) => !(name in settingsTable))).toEqual([])
    expect(() => readSettings(all)).not.toThrow()
  })

  test('agrees with the site and the units on the address, the proxy and the folder of the data', () => {
    const settings = readSettings(settingsOf(read('portal.env'), false))
    expect(nginx).toContain(`server ${settings.HOST}:${settings.PORT};`)
    expect(settings.PUBLIC_URL).toBe(`https://${/server_name (\S+);/.exec(nginx)?.[1]}`)
    expect(settings.TRUST_PROXY).toEqual(['loopback'])
    for (const service of services) {
      const [, folder] = /^StateDirectory=(.+)$/m.exec(read(service)) ?? []
      expect(settings.DATA_DIR).toBe(`/var/lib/${folder}/data`)
    }
  })
})

describe('the site', () => {
  test.each([
    ['nginx', /client_max_body_size (\d+)m;/, nginx],
    ['the ingress controller', /must pass bodies of (\d+) MB/, read('kubernetes/ingress.yaml')],
  ])('%s passes every form that the portal takes, and larger ones, so that the portal can say why not', (_, size, text) => {
    expect(Number(size.exec(text)?.[1]) * 1024 * 1024).toBeGreaterThan(limits.body.form + largestFileBytes)
  })

  test('waits as long as the portal may take, and shorter than a page does', () => {
    const seconds = (name: string) => Number(new RegExp(`^ *${name} (\\d+)s;`, 'm').exec(nginx)?.[1]) * 1000
    expect(seconds('proxy_read_timeout')).toBe(limits.proxy.silence)
    expect(seconds('proxy_connect_timeout')).toBe(limits.proxy.connect)
    expect(seconds('client_body_timeout')).toBe(limits.proxy.body)
    expect(seconds('client_header_timeout')).toBe(limits.proxy.headers)
    const haproxy = read('cluster/haproxy.cfg')
    const [defaults = ''] = /^defaults\n(?: .*\n)+/m.exec(haproxy) ?? []
    for (const side of ['client', 'server']) expect(defaults).toContain(`timeout ${side} ${limits.proxy.silence / 1000}s`)
    const headers = [...haproxy.matchAll(/timeout http-request (\d+)s/g)].map(([, time]) => Number(time) * 1000)
    expect(headers).toEqual([limits.proxy.headers, limits.proxy.headers])
    expect(read('kubernetes/ingress.yaml')).toContain(`wait ${limits.proxy.silence / 1000} seconds for a reply`)
  })

  test('lets one browser have fewer requests at the same time than the portal serves of one person', () => {
    const streams = Number(/http2_max_concurrent_streams (\d+);/.exec(nginx)?.[1])
    expect(streams).toBeLessThan(limits.inFlight.perPerson)
  })

  test('says what the portal would say', () => {
    expect(nginx).toContain(`return 413 '${JSON.stringify({ message: en.general.tooLarge, code: 'general.tooLarge' })}';`)
    expect(nginx).toContain(`return 503 '${JSON.stringify({ message: en.general.unavailable, code: 'general.unavailable' })}';`)
  })

  test('passes on where a visitor comes from, and never what they claim about it', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(nginx).not.toContain('$proxy_add_x_forwarded_for')
  })
})

describe('the units', () => {
  test.each(services)('%s starts what is there, as nobody in particular', (service) => {
    const unit = read(service)
    const started = /^ExecStart=.*?((?:scripts|deploy)\/\S+)/m.exec(unit)?.[1] ?? 'nothing'
    expect(existsSync(join(here, '..', started))).toBe(true)
    expect(unit).toMatch(/^User=staff-portal$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
  })

  test('the portal has room for every process and thread that it may start', () => {
    const [, most] = /^TasksMax=(\d+)$/m.exec(read('staff-portal.service')) ?? []
    expect(Number(most)).toBeGreaterThanOrEqual(mostTasks({ servers: limits.processes.shippedServers, isEmbedded: true }))
  })

  test.each(services)('%s leaves PostgreSQL what tells it that another one works on the same files', (service) => {
    expect(read(service)).not.toMatch(/^(PrivateUsers|PrivateIPC|RemoveIPC)=(?!no)/m)
  })
})

test('every series in the alerts and on the page is one the portal has', () => {
  const source = readFileSync(join(here, '../server/metrics/metrics.ts'), 'utf8')
  const known = [...source.matchAll(/name: '(portal_\w+)'/g)].map(([, name]) => name)
  const named = [...`${read('alerts.yml')}${page}`.matchAll(/\bportal_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count)$/, ''),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

// The backup script is for systemd, as the units are.
describe.skipIf(process.platform === 'win32')('the nightly backup', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-nightly-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the script with a stand-in for Node, which writes the backup file and reports it whole or not. */
  function backUp({ whole, keep }: { whole: boolean; keep: number }) {
    const programs = join(folder, 'programs')
    const backups = join(folder, 'backups')
    execFileSync('mkdir', ['-p', programs, backups])
    writeFileSync(join(programs, 'node'), `#!/bin/sh\nif [ "$2" = --verify ]; then exit ${whole ? 0 : 1}; fi\necho x > "$2"\n`)
    chmodSync(join(programs, 'node'), 0o755)
    const before = ['2026-01-01T000000Z', '2026-01-02T000000Z', '2026-01-03T000000Z']
    for (const time of before) writeFileSync(join(backups, `staff-portal-${time}.backup`), '')
    writeFileSync(join(backups, 'staff-portal-2026-01-03T000000Z.backup.part'), '')
    writeFileSync(join(backups, 'somebody-elses.backup'), '')
    const run = () =>
      execFileSync('sh', [join(here, 'nightly-backup.sh'), backups, String(keep)], {
        env: { PATH: `${programs}:${process.env['PATH']}` },
        stdio: 'pipe',
      })
    return { run, files: () => readdirSync(backups).sort() }
  }

  test('keeps the newest, and touches nothing else', () => {
    const { run, files } = backUp({ whole: true, keep: 2 })
    run()
    expect(files()).toEqual([
      'somebody-elses.backup',
      'staff-portal-2026-01-03T000000Z.backup',
      expect.stringMatching(/^staff-portal-.*Z\.backup$/),
    ])
  })

  test('removes no older one when the new one cannot be read back, and fails', () => {
    const { run, files } = backUp({ whole: false, keep: 2 })
    expect(run).toThrow()
    expect(files()).toHaveLength(5)
    expect(files().at(-1)).toMatch(/\.backup\.broken$/)
  })
})
