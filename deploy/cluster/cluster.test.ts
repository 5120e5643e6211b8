import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogues } from '../../contract/languages/catalogues.ts'
import { en } from '../../contract/languages/en.ts'
import { directionOf, languages } from '../../contract/languages/languages.ts'
import { database } from '../../contract/limits.ts'
import { readSettings, settingsTable } from '../../server/settings.ts'

const here = import.meta.dirname
const read = (name: string) => readFileSync(join(here, name), 'utf8')
const page = read('README.md')
const files = readdirSync(here).filter((name) => !/\.(md|test\.ts)$/.test(name))
const haproxy = read('haproxy.cfg')
const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined

/** The words of the table "Values" in README.md. */
const values = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([A-Z0-9]+_[A-Z]+)`/g)].map(([, word]) => word as string),
)

describe('the files', () => {
  test('have no word to fill in that README.md does not name, and it names none in vain', () => {
    const kinds = /\b(?:NODE|DB\d?|WEB\d?|PORTAL|BACKUP)_(?:NAME|ADDRESS|NETWORK)\b|(?<!ADMIN_)\b[A-Z]+_PASSWORD\b/g
    const used = new Set(files.flatMap((name) => read(name).match(kinds) ?? []))
    expect([...used].toSorted()).toEqual(values.toSorted())
  })

  test.each(files.filter((name) => !name.endsWith('.timer')))('%s is on the page', (name) => {
    expect(page.includes(name) || (/^pgbackrest-.*\.service$/.test(name) && page.includes('pgbackrest-*.service'))).toBe(true)
  })

  test('hold no line that is open to everybody', () => {
    const rules = [...read('patroni.yml').matchAll(/^ {4}- ((?:host\w*|local) .*)$/gm)].map(([, rule]) => rule as string)
    expect(rules.length).toBeGreaterThan(3)
    for (const rule of rules)
      expect(rule).toMatch(/^(local all postgres peer|hostssl \S+ \S+ (DB|PORTAL)_NETWORK scram-sha-256)$/)
  })
})

describe('portal.env', () => {
  const settings = Object.fromEntries(
    [...read('portal.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

  test('names settings that exist, with values the portal takes, and two roles', () => {
    expect(Object.keys(settings).filter((name) => !(name in settingsTable))).toEqual([])
    const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = readSettings(settings)
    expect([DATABASE_URL, DATABASE_OWNER_URL].map((url) => new URL(url).username)).toEqual(['portal_server', 'portal'])
  })

  test('leads through HAProxy, with the certificate checked', () => {
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
      const { host, searchParams } = new URL(settings[name] as string)
      expect(haproxy).toContain(`bind ${host}`)
      expect(searchParams.get('sslmode')).toBe('verify-full')
    }
  })
})

test('PostgreSQL has room for the connections that HAProxy lets through, and these for four portal processes', () => {
  const pool = database.connections
  const most = Number(/max_connections: (\d+)/.exec(read('patroni.yml'))?.[1])
  const through = Number(/maxconn (\d+)$/m.exec(haproxy.slice(haproxy.indexOf('backend primary')))?.[1])
  // A process needs two connections more than its pool: one listens, and one migrates at the start.
  expect(through).toBeGreaterThanOrEqual(4 * (pool + 2))
  expect(most).toBeGreaterThanOrEqual(through + 10)
})

test('HAProxy leads to a primary only while there is exactly one', () => {
  expect(haproxy).toContain('tcp-request connection reject unless { nbsrv(primary) eq 1 }')
})

test('Patroni renews the lead only if it still has it, which etcd3 of Patroni 3.0 does not', () => {
  expect(read('patroni.yml')).toMatch(/^etcd:$/m)
  expect(read('etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m)
})

test('a failover keeps within the limits of Patroni', () => {
  const number = (name: string) => Number(new RegExp(`^ {4}${name}: (\\d+)`, 'm').exec(read('patroni.yml'))?.[1])
  expect(number('loop_wait') + 2 * number('retry_timeout')).toBeLessThanOrEqual(number('ttl'))
})

test('a portal server is drained where HAProxy asks whether it is up', () => {
  const named = [...read('drain.conf').matchAll(/set server (\w+)\/(\w+) state (\w+)/g)].map(([, ...parts]) => parts)
  expect(named).toEqual([
    ['portal_up', 'local', 'maint'],
    ['portal_up', 'local', 'ready'],
  ])
  // The state "ready" alone would mean up, until the first check.
  expect(read('drain.conf')).toContain('state ready; set server portal_up/local health down"')
  expect(haproxy).toMatch(/monitor fail if \{ nbsrv\(portal_up\) lt 1 \}/)
  expect(haproxy).toMatch(/backend portal_up\n(?: {4}.*\n)* {4}server local /)
  expect(haproxy).toContain('http-request disable-l7-retry unless { method GET HEAD }')
})

test('HAProxy says what the portal would say', () => {
  const [head = '', body = ''] = read('away.http').split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual(expect.arrayContaining(['HTTP/1.1 503 Service Unavailable', 'Retry-After: 5']))
  expect(JSON.parse(body)).toEqual({ message: en.general.unavailable, code: 'general.unavailable' })
})

test('HAProxy and nginx have a page that says so in every language', () => {
  const [, away = ''] = /return 503 '(<.*)';/.exec(readFileSync(join(here, '../nginx.conf'), 'utf8')) ?? []
  for (const language of languages) {
    const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : ''
    expect(away).toContain(`<p lang="${language}"${direction}>${catalogues[language].general.unavailable}</p>`)
  }
  expect(read('away.html')).toBe(`${away}\n`)
  expect(haproxy).toContain('use_backend away_page if { nbsrv(portals) eq 0 } { req.hdr(accept) -m sub text/html }')
})

describe.skipIf(!isInstalled('openssl'))('with certificates', () => {
  let folder: string
  const addresses = ['db1=192.0.2.11', 'web1=192.0.2.21']
  const makeCertificates = () =>
    execFileSync('sh', [join(here, 'certificates.sh'), join(folder, 'tls'), ...addresses], { stdio: 'pipe' })
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-cluster-files-'))
    makeCertificates()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The file as an administrator leaves it, but for its folders. */
  function fill(text: string): string {
    return text
      .replaceAll(/\b(?:NODE|DB\d|WEB\d|BACKUP)_ADDRESS\b/g, '192.0.2.21')
      .replaceAll('/etc/staff-portal/tls/ca.crt', join(folder, 'tls/ca.crt'))
      .replaceAll('/etc/staff-portal/tls/node.pem', join(folder, 'tls/web1.pem'))
      .replaceAll('/etc/haproxy/', `${here}/`)
      .replaceAll('/etc/letsencrypt/live/portal.example.edu/fullchain.pem', join(folder, 'tls/web1.crt'))
      .replaceAll('/etc/letsencrypt/live/portal.example.edu/privkey.pem', join(folder, 'tls/web1.key'))
  }

  test('each names its machine, and a second run leaves those that are there', () => {
    const certificate = readFileSync(join(folder, 'tls/db1.crt'), 'utf8')
    const text = execFileSync('openssl', ['x509', '-noout', '-text', '-in', join(folder, 'tls/db1.crt')], { encoding: 'utf8' })
    expect(text).toContain('DNS:db1, IP Address:192.0.2.11, IP Address:127.0.0.1')
    execFileSync('openssl', ['verify', '-CAfile', join(folder, 'tls/ca.crt'), join(folder, 'tls/db1.crt')])
    makeCertificates()
    expect(readFileSync(join(folder, 'tls/db1.crt'), 'utf8')).toBe(certificate)
  })

  test.skipIf(!isInstalled('haproxy'))('HAProxy takes its file without a warning', () => {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, fill(haproxy))
    const { status, stderr, stdout } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).not.toContain('WARNING')
    expect(status).toBe(0)
  })

  test.skipIf(!isInstalled('nginx'))('nginx takes the site that leads to HAProxy', () => {
    const site = readFileSync(join(here, '../nginx.conf'), 'utf8')
    const [, from = '', to = ''] = /^sed 's\/(.*)\/(.*)\/' \.\.\/nginx\.conf/m.exec(page) ?? []
    expect(site).toContain(from)
    const listening = fill(site.replace(from, to))
      .replaceAll(/^ *listen \[.*$/gm, '')
      .replaceAll(/listen (80|443)/g, 'listen 127.0.0.1:28$1')
      .replaceAll('/var/log/nginx', folder)
    expect(haproxy).toContain(`bind ${/server (.*);/.exec(to)?.[1]}`)
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${listening}\n}\n`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
      encoding: 'utf8',
    })
    expect(stderr).toContain('syntax is ok')
    expect(status).toBe(0)
  })
})

const python = '/usr/bin/python3'
const hasYaml = existsSync(python) && spawnSync(python, ['-c', 'import yaml']).status === 0
test.skipIf(!hasYaml).each(['patroni.yml', 'alerts.yml'])('%s is YAML', (name) => {
  execFileSync(python, ['-c', 'import sys, yaml; yaml.safe_load(sys.stdin)'], { input: read(name) })
})
