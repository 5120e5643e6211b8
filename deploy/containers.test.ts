import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processes } from '../contract/limits.ts'
import { mostTasks } from '../server/process/most-tasks.ts'
import { readSettings, settingsTable } from '../server/settings.ts'

const project = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(project, name), 'utf8')
const manifest = JSON.parse(read('package.json'))
const containerfile = read('Containerfile')
const compose = read('compose.yaml')
const kubernetes = (name: string) => read(`deploy/kubernetes/${name}`)

/** The text of one service in compose.yaml. */
function serviceOf(name: string) {
  const [, text = ''] = new RegExp(`^ {2}${name}:\n((?: {4}.*\n|\n)+)`, 'm').exec(compose) ?? []
  return text
}

/** The settings of an environment file, those that are only suggested (commented out) included. */
function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^ *#?([A-Z_]+)(?:=|: )(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** The words of one instruction of the Containerfile that goes over several lines. */
function wordsAfter(beginning: string) {
  const rest = containerfile.slice(containerfile.indexOf(beginning) + beginning.length)
  return (/^(?:.*\\\n)*.*/.exec(rest)?.[0] ?? '').split(/[\s\\]+/).filter(Boolean)
}

describe('the image', () => {
  const lastStage = containerfile.slice(containerfile.lastIndexOf('\nFROM '))

  test('has a Node.js that package.json allows, named in one place', () => {
    const [, major] = /^ARG NODE_IMAGE=docker\.io\/library\/node:(\d+)-/m.exec(containerfile) ?? []
    const [, least] = /^>=(\d+)/.exec(manifest.engines.node) ?? []
    expect(Number(major)).toBeGreaterThanOrEqual(Number(least))
    expect(read('README.md')).toContain(`(${major} recommended)`)
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(bases.every((image) => image === '$' + '{NODE_IMAGE}')).toBe(true)
  })

  test('runs as a user that is not root, without a shell, and checks its own health', () => {
    expect(/^USER (\d+):(\d+)$/m.exec(lastStage)?.slice(1).map(Number)).toEqual([1000, 1000])
    expect(lastStage).toContain('CMD ["node", "scripts/start.mjs"]')
    expect(lastStage).toMatch(/^HEALTHCHECK .* CMD \["node", "scripts\/healthy\.mjs"\]$/m)
    expect(lastStage).not.toMatch(/^RUN /m)
    expect(lastStage).not.toMatch(/COPY.*--chown/)
  })

  test('holds every script that its commands import, and no other', () => {
    const needed = new Set<string>()
    const add = (name: string) => {
      if (needed.has(name)) return
      needed.add(name)
      for (const [, imported = ''] of read(name).matchAll(/from '\.\/(\w+\.mjs)'/g)) add(`scripts/${imported}`)
    }
    for (const command of ['start', 'healthy', 'backup', 'restore', 'password', 'archive-key', 'verify-archive'])
      add(`scripts/${command}.mjs`)
    const copied = wordsAfter('COPY scripts/').filter((word) => word.endsWith('.mjs'))
    expect(copied.map((word) => word.replace(/^(scripts\/)?/, 'scripts/')).sort()).toEqual([...needed].sort())
  })

  test('holds every package that the server imports, and no other of our own list', () => {
    const source = ['contract', 'database', 'server']
      .flatMap((folder) =>
        readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(read)
      .join('\n')
    const isImported = (name: string) => {
      // The fonts of statements are found by the name of their family.
      const mention = name.startsWith('@fontsource/') ? name.replace('@fontsource/', '') : name
      return source.includes(`'${mention}'`) || source.includes(`'${mention}/`)
    }
    const unused = Object.keys(manifest.dependencies).filter((name) => !isImported(name))
    const removed = wordsAfter('RUN npm uninstall ').filter((word) => !word.startsWith('--'))
    expect(removed.sort()).toEqual([...unused, ...Object.keys(manifest.optionalDependencies)].sort())
  })

  test('is built from what the build reads', () => {
    const allowed = [...read('.containerignore').matchAll(/^!(.+?)\/?$/gm)].map(([, name = '']) => name)
    expect(allowed.filter((name) => !existsSync(join(project, name)))).toEqual([])
    const inputs = [...read('scripts/build.mjs').matchAll(/(?:inputs|common)(?:: | = )\[([^\]]+)\]/g)]
      .flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)])
      .map(([, name = '']) => name)
    expect(inputs.length).toBeGreaterThan(5)
    expect(inputs.filter((name) => !allowed.includes(name.replace(/^scripts\/.*/, 'scripts')))).toEqual([])
  })
})

describe('compose.yaml', () => {
  test('the portal has room for every process and thread that it may start', () => {
    const [, most] = /^ {4}pids_limit: (\d+)$/m.exec(serviceOf('portal')) ?? []
    expect(Number(most)).toBeGreaterThanOrEqual(mostTasks({ servers: processes.shippedServers, isEmbedded: false }))
  })

  const portal = serviceOf('portal')
  const database = serviceOf('database')

  test('runs the image of this release as not root, read-only, without capabilities, with its health check', () => {
    expect(portal).toContain(`image: localhost/staff-portal:${manifest.version}\n`)
    for (const line of [
      'user: "1000:1000"',
      'read_only: true',
      'cap_drop: [ALL]',
      'security_opt: ["no-new-privileges:true"]',
      'test: [CMD, node, scripts/healthy.mjs]',
      'condition: service_healthy',
    ])
      expect(portal).toContain(`${line}\n`)
  })

  test('publishes one port, on loopback, and none of the database', () => {
    expect([...compose.matchAll(/^ +- "(.*:\d+)"$/gm)].map(([, port]) => port)).toEqual([
      `127.0.0.1:3000:${readSettings({}).PORT}`,
    ])
    expect(database).not.toContain('ports:')
    expect(database).toContain('networks: [inside]\n')
    expect(compose).toMatch(/^ {2}inside:\n {4}internal: true$/m)
  })

  test('gives the portal settings that exist, with values it takes, and two roles that roles.sql makes', () => {
    const [, environment = ''] = /environment:\n((?: {6}.*\n)+)/.exec(portal) ?? []
    const filledIn = environment.replaceAll(/\$\{[^}]+\}/g, 'secret')
    const settings = { ...settingsOf(filledIn), ...settingsOf(read('deploy/compose/portal.env.example')) }
    expect(Object.keys(settings).filter((name) => !(name in settingsTable))).toEqual([])
    expect(() => readSettings(settings)).not.toThrow()
    const roles = [...read('deploy/compose/roles.sql').matchAll(/^create role (\w+)/gm)].map(([, role]) => role)
    expect(
      [settings['DATABASE_OWNER_URL'], settings['DATABASE_URL']].map((address = '') => /\/\/(\w+):/.exec(address)?.[1]),
    ).toEqual(roles)
  })

  test('asks for passwords that env.example names', () => {
    const asked = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(settingsOf(read('deploy/compose/env.example')))).toEqual([...asked])
  })
})

describe('deploy/kubernetes', () => {
  const portal = kubernetes('portal.yaml')
  const secrets = kubernetes('secrets.example.yaml')

  test('deploys this release', () => {
    expect(kubernetes('kustomization.yaml')).toContain(`newTag: ${manifest.version}\n`)
    const resources = [...kubernetes('kustomization.yaml').matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name = '']) => name)
    expect(resources.filter((name) => !existsSync(join(project, 'deploy/kubernetes', name)))).toEqual([])
  })

  test('keeps to the restricted profile: not root, read-only, nothing to gain', () => {
    expect(kubernetes('namespace.yaml')).toContain('pod-security.kubernetes.io/enforce: restricted\n')
    for (const line of [
      'runAsNonRoot: true',
      'runAsUser: 1000',
      'seccompProfile: { type: RuntimeDefault }',
      'allowPrivilegeEscalation: false',
      'readOnlyRootFilesystem: true',
      'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false',
    ])
      expect(portal).toContain(`${line}\n`)
  })

  test('is ready when /health says so, and is not restarted because the database is away', () => {
    for (const probe of ['startupProbe', 'readinessProbe'])
      expect(portal).toMatch(new RegExp(`${probe}:\n +httpGet: { path: /health, port: http }`))
    expect(portal).toMatch(/livenessProbe:\n +httpGet: { path: \/, port: http }/)
    expect(portal).toContain(`containerPort: ${readSettings({}).PORT} }`)
  })

  test('gives the portal settings that exist, with values it takes', () => {
    const secret = secrets.slice(secrets.indexOf('name: portal-secrets'))
    const settings = { ...settingsOf(kubernetes('portal.env')), ...settingsOf(secret) }
    expect(Object.keys(settings).filter((name) => !(name in settingsTable))).toEqual([])
    // The example of BACKUP_KEY is too short for a key.
    expect(() => readSettings({ ...settings, BACKUP_KEY: '' })).not.toThrow()
    expect(settings['PUBLIC_URL']).toBe(`https://${/host: (\S+)/.exec(kubernetes('ingress.yaml'))?.[1]}`)
  })

  test('names the same roles, secrets and service everywhere', () => {
    const database = kubernetes('database.yaml')
    const [, cluster] = /^kind: Cluster\nmetadata:\n {2}name: (\S+)$/m.exec(database) ?? []
    expect(secrets.match(/@[\w-]+:5432/g)).toEqual([`@${cluster}-rw:5432`, `@${cluster}-rw:5432`])
    expect(portal).toContain(`secretName: ${cluster}-ca\n`)
    expect(kubernetes('network-policies.yaml').match(/cnpg\.io\/cluster: [\w-]+/g)).toEqual(
      Array.from({ length: 3 }, () => `cnpg.io/cluster: ${cluster}`),
    )
    for (const name of ['portal-database-owner', 'portal-database-server']) {
      expect(database).toContain(`name: ${name}\n`)
      expect(secrets).toContain(`name: ${name}\n`)
    }
    expect(database).toContain('owner: portal\n')
    expect(database).toContain('- name: portal_server\n')
  })
})
