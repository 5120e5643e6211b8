import fs from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { administrator } from '../portal-process.ts'
import { createNetwork, Machine } from './machine.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const deploy = path.join(project, 'deploy')

const addresses = {
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  db3: '10.77.0.13',
  web1: '10.77.0.21',
  web2: '10.77.0.22',
  backup: '10.77.0.31',
}
type Name = keyof typeof addresses

/** The values that README.md says to put into the files. The passwords are only as strong as this test needs them. */
const values: Record<string, string> = {
  ...Object.fromEntries(Object.entries(addresses).map(([name, address]) => [`${name.toUpperCase()}_ADDRESS`, address])),
  DB_NETWORK: '10.77.0.8/29',
  PORTAL_NETWORK: '10.77.0.16/28',
  ...Object.fromEntries(
    ['REPLICATION', 'REWIND', 'OWNER', 'SERVER', 'CIPHER'].map((who) => [
      `${who}_PASSWORD`,
      `only-for-tests-${who.toLowerCase()}`,
    ]),
  ),
}
/** The address of this process, among those of the portal servers. */
const ownAddress = '10.77.0.17'

export const postmaster = /\/postgres -D /
export const portalProcess = /^node scripts\/start\.mjs/
const etcdProcess = /^etcd$/

interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
}

export class Cluster {
  readonly databases: Machine[]
  readonly portals: Machine[]
  readonly backup: Machine
  readonly #certificates: string

  /** `folder` holds `tls`, made by certificates.sh. */
  constructor(folder: string) {
    this.#certificates = path.join(folder, 'tls')
    const machine = (name: Name) => new Machine(name, addresses[name], folder)
    this.databases = (['db1', 'db2', 'db3'] as const).map(machine)
    this.portals = (['web1', 'web2'] as const).map(machine)
    this.backup = machine('backup')
  }

  get machines(): Machine[] {
    return [...this.databases, this.backup, ...this.portals]
  }

  /** The addresses for visitors: nginx on each portal server. */
  get urls(): string[] {
    return this.portals.map(({ address }) => `https://${address}`)
  }

  async start() {
    await createNetwork(ownAddress)
    for (const machine of this.machines) machine.write('/etc/hosts', hostsFile(), 'root', 0o644)
    for (const machine of this.databases) this.#installDatabase(machine)
    this.#installBackup()
    for (const machine of this.portals) this.#installPortal(machine)
    await Promise.all([...this.databases, this.backup].map((machine) => machine.powerOn()))
    await this.healthy()
    const leader = await this.leader()
    leader.write('/etc/database.sql', this.#fill('cluster/database.sql', leader), 'postgres')
    await leader.run('psql -q -v ON_ERROR_STOP=1 -f /etc/database.sql', 'postgres')
    await this.backup.run('pgbackrest --stanza=portal stanza-create', 'postgres')
    // The portals start one after the other: the second finds the tables.
    for (const machine of this.portals) {
      await machine.powerOn()
      await until(`the portal on ${machine.name} answers`, () => isHealthy(`https://${machine.address}/health`))
      // HAProxy takes every server for ready until its first check.
      await until(`${machine.name} started`, async () => machine.isRunning(portalProcess) && (await isServing(machine)))
    }
    for (const machine of this.portals) await this.portalIsUp(machine)
  }

  #fill(file: string, machine: Machine): string {
    const own: Record<string, string> = { NODE_NAME: machine.name, NODE_ADDRESS: machine.address, ...values }
    return fs.readFileSync(path.join(deploy, file), 'utf8').replace(/\b[A-Z0-9]+_[A-Z]+\b/g, (word) => own[word] ?? word)
  }

  #installCertificate(machine: Machine, folder: string, owner: string) {
    for (const [from, to] of [
      ['ca.crt', 'ca.crt'],
      [`${machine.name}.crt`, 'node.crt'],
      [`${machine.name}.key`, 'node.key'],
      [`${machine.name}.pem`, 'node.pem'],
    ] as const)
      machine.write(path.join(folder, to), this.#certificate(from), owner, to.endsWith('.crt') ? 0o644 : 0o600)
  }

  #certificate(name: string) {
    return fs.readFileSync(path.join(this.#certificates, name), 'utf8')
  }

  #installDatabase(machine: Machine) {
    this.#installCertificate(machine, '/etc/etcd/tls', 'etcd')
    this.#installCertificate(machine, '/etc/patroni/tls', 'postgres')
    machine.write('/etc/patroni/config.yml', this.#fill('cluster/patroni.yml', machine), 'postgres')
    machine.write('/etc/pgbackrest.conf', this.#fill('cluster/pgbackrest-database.conf', machine), 'postgres', 0o640)
    // The variable of etcd.env that is only for arm64.
    const unsupported = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}
    machine.addService({
      name: 'etcd',
      user: 'etcd',
      command: ['etcd'],
      environment: { ...variablesOf(this.#fill('cluster/etcd.env', machine)), ...unsupported },
      restartSeconds: 1,
    })
    const patroni = ['/usr/bin/patroni', '/etc/patroni/config.yml']
    machine.addService({ name: 'patroni', user: 'postgres', command: patroni, restartSeconds: 1 })
    machine.addService({ name: 'pgbackrest', user: 'postgres', command: ['pgbackrest', 'server'], restartSeconds: 1 })
  }

  #installBackup() {
    this.#installCertificate(this.backup, '/etc/pgbackrest/tls', 'postgres')
    this.backup.write('/etc/pgbackrest.conf', this.#fill('cluster/pgbackrest-backup.conf', this.backup), 'postgres', 0o640)
    this.backup.addService({ name: 'pgbackrest', user: 'postgres', command: ['pgbackrest', 'server'], restartSeconds: 1 })
  }

  #installPortal(machine: Machine) {
    this.#installCertificate(machine, '/etc/staff-portal/tls', 'root')
    machine.write('/etc/haproxy/haproxy.cfg', this.#fill('cluster/haproxy.cfg', machine))
    for (const file of ['away.http', 'away.html']) machine.write(`/etc/haproxy/${file}`, this.#fill(`cluster/${file}`, machine))
    const site = fs
      .readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
      .replace('server 127.0.0.1:3000;', 'server 127.0.0.1:3001;')
    for (const other of fs.readdirSync(machine.pathOf('/etc/nginx/sites-enabled')))
      fs.rmSync(machine.pathOf(`/etc/nginx/sites-enabled/${other}`))
    machine.write('/etc/nginx/sites-enabled/staff-portal', site)
    const live = '/etc/letsencrypt/live/portal.example.edu'
    machine.write(`${live}/fullchain.pem`, this.#certificate(`${machine.name}.crt`))
    machine.write(`${live}/privkey.pem`, this.#certificate(`${machine.name}.key`))
    machine.addService({
      name: 'haproxy',
      user: 'root',
      command: ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'],
      restartSeconds: 0.1,
    })
    machine.addService({ name: 'nginx', user: 'root', command: ['nginx', '-g', 'daemon off;'], restartSeconds: 0.1 })
    const environment = {
      ...variablesOf(this.#fill('cluster/portal.env', machine)),
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
    }
    // The portal's process has this name, by which it is found.
    const start = `cd '${project}' && exec -a node '${process.execPath}' scripts/start.mjs`
    machine.addService({
      name: 'portal',
      user: 'root',
      command: ['bash', '-c', start],
      environment,
      before: `${drainCommand('ExecStartPre')} || :`,
      restartSeconds: 5,
    })
  }

  /** Restarts the portal as `systemctl restart staff-portal` with drain.conf does. */
  async restartPortal(machine: Machine) {
    await machine.run(drainCommand('ExecStop'))
    await machine.run('touch /run/portal.restart')
    machine.signal(portalProcess, 'SIGTERM')
    await until(`the portal on ${machine.name} ended`, async () => !(await machine.run('ls /run')).includes('portal.restart'))
    await machine.run(drainCommand('ExecStartPost'))
  }

  /** Waits until the other portal servers see the portal of the machine as up. */
  async portalIsUp(machine: Machine) {
    const command = `echo 'show servers state portals' | socat - /run/haproxy/admin.sock`
    for (const other of this.portals)
      await until(`${other.name} sends requests to ${machine.name}`, async () => {
        const line = (await other.run(command)).split('\n').find((each) => each.split(' ')[3] === machine.name)
        // The sixth field is the state; 2 means running.
        return line?.split(' ')[5] === '2'
      })
  }

  /** The owner's address of a database on the machine. */
  addressOn(machine: Machine, database = 'portal', port = 5432): string {
    const authority = encodeURIComponent(path.join(this.#certificates, 'ca.crt'))
    const { OWNER_PASSWORD: password } = values
    return `postgresql://portal:${password}@${machine.address}:${port}/${database}?sslmode=verify-full&sslrootcert=${authority}`
  }

  /** The members as each reachable database server sees them: one that was cut off may still have an old view. */
  async #views(): Promise<Member[][]> {
    const views = this.databases.map(async ({ address }) => {
      try {
        const reply = await fetch(`https://${address}:8008/cluster`, { signal: AbortSignal.timeout(1500) })
        return [((await reply.json()) as { members: Member[] }).members]
      } catch {
        return []
      }
    })
    return (await Promise.all(views)).flat()
  }

  /** The machine that has the role in the view of two servers or more. */
  async #memberWith(role: string): Promise<Machine> {
    let found: Machine | undefined
    await until(`there is a ${role}`, async () => {
      const names = (await this.#views()).map((members) => members.find((each) => each.role === role)?.name)
      found = this.databases.find(({ name }) => names.filter((each) => each === name).length >= 2)
      return found !== undefined
    })
    return found as Machine
  }

  leader(): Promise<Machine> {
    return this.#memberWith('leader')
  }

  synchronousStandby(): Promise<Machine> {
    return this.#memberWith('sync_standby')
  }

  /**
   * Waits until all three see the same: three members that stream without lag, one of them the leader and one synchronous; and etcd has a
   * leader.
   */
  async healthy() {
    await until('the cluster is healthy', async () => {
      const views = await this.#views()
      const leaders = new Set(views.map((members) => members.find(({ role }) => role === 'leader')?.name))
      return views.length === 3 && leaders.size === 1 && views.every(isWhole) && (await this.etcdLeader()) !== undefined
    })
  }

  async etcdLeader(): Promise<Machine | undefined> {
    const answers = await Promise.all(
      this.databases.map(async (machine) => ({ machine, status: await this.#etcdStatus(machine) })),
    )
    return answers.find(({ status }) => status && status.leader === status.header.member_id)?.machine
  }

  killEtcd(machine: Machine) {
    machine.signal(etcdProcess, 'SIGKILL')
  }

  #etcdStatus({ address }: Machine): Promise<{ leader: string; header: { member_id: string } } | undefined> {
    return new Promise((resolve) => {
      const request = https.request({
        host: address,
        port: 2379,
        path: '/v3/maintenance/status',
        method: 'POST',
        ca: this.#certificate('ca.crt'),
        cert: this.#certificate('web1.crt'),
        key: this.#certificate('web1.key'),
        timeout: 1500,
      })
      request.on('timeout', () => request.destroy())
      request.on('error', () => resolve(undefined))
      request.on('response', async (reply) => {
        let text = ''
        for await (const chunk of reply) text += chunk
        resolve(reply.statusCode === 200 ? JSON.parse(text) : undefined)
      })
      request.end('{}')
    })
  }
}

function isWhole(members: Member[]): boolean {
  const isFine = ({ state, role, lag }: Member) =>
    ['running', 'streaming'].includes(state) && (role === 'leader' || Number(lag) < 2 ** 20)
  const roles = members.map(({ role }) => role)
  return members.length === 3 && members.every(isFine) && roles.includes('leader') && roles.includes('sync_standby')
}

export async function until(what: string, isSo: () => Promise<boolean>, seconds = 180) {
  const deadline = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await pause(300)
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

/** Whether the portal itself serves, not another one by way of HAProxy. */
function isServing(machine: Machine): Promise<boolean> {
  return machine.run('socat /dev/null TCP:127.0.0.1:3000').then(
    () => true,
    () => false,
  )
}

function hostsFile() {
  const lines = Object.entries(addresses).map(([name, address]) => `${address} ${name}\n`)
  return `127.0.0.1 localhost\n${lines.join('')}`
}

function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

/** The command that systemd runs before and after the portal stops and starts. */
function drainCommand(key: string): string {
  const text = fs.readFileSync(path.join(deploy, 'cluster/drain.conf'), 'utf8')
  const [, command] = new RegExp(`^${key}=[-+]*/bin/sh -c '(.*)'$`, 'm').exec(text) ?? []
  if (!command) throw new Error(`drain.conf has no ${key}`)
  return command
}
