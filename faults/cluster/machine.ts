import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const bridge = 'portal-cluster'

export interface Service {
  name: string
  user: string
  command: string[]
  environment?: Record<string, string>
  /** A command that root runs before each start. */
  before?: string
  /** The seconds until the service is started again, as in its systemd unit. */
  restartSeconds: number
}

/** The folders that are a machine's own; the programs are those of the machine that runs the test. */
const ownFolders = [
  '/etc',
  '/var/log',
  '/var/spool/pgbackrest',
  ...['postgresql', 'etcd', 'pgbackrest', 'haproxy', 'nginx'].map((name) => `/var/lib/${name}`),
]
const runFolders = { postgresql: 'postgres', haproxy: 'haproxy' }

/** The switch that connects the machines, and the address of this process on it. Nothing leads from it to the outside. */
export async function createNetwork(address: string) {
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${address}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
}

function ip(...args: string[]) {
  return execute('ip', args)
}

/**
 * One server: processes, network, settings and disks of its own, by the namespaces that containers are made of. Its first process starts its
 * services, again when they end, and with its end all others end.
 */
export class Machine {
  readonly name: string
  readonly address: string
  readonly #folder: string
  readonly #services: Service[] = []
  #first: { holder: ChildProcess; pid: number } | undefined

  constructor(name: string, address: string, folder: string) {
    this.name = name
    this.address = address
    this.#folder = path.join(folder, name)
    for (const own of ownFolders) {
      fs.mkdirSync(path.join(this.#folder, own), { recursive: true })
      // The owners and modes are those that the packages give them.
      if (own !== '/etc') copyOwner(own, path.join(this.#folder, own))
    }
    fs.cpSync('/etc', path.join(this.#folder, 'etc'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    for (const log of fs.readdirSync('/var/log', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      fs.mkdirSync(path.join(this.#folder, 'var/log', log.name))
      copyOwner(path.join('/var/log', log.name), path.join(this.#folder, 'var/log', log.name))
    }
  }

  /** The path of the machine's file outside of the machine. */
  pathOf(file: string): string {
    return path.join(this.#folder, file)
  }

  write(file: string, text: string, owner = 'root', mode = 0o600) {
    const target = this.pathOf(file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.rmSync(target, { force: true })
    fs.writeFileSync(target, text, { mode })
    const { uid, gid } = account(owner)
    fs.chownSync(target, uid, gid)
  }

  addService(service: Service) {
    this.#services.push(service)
  }

  get isOn(): boolean {
    return this.#first !== undefined
  }

  async powerOn() {
    const script = this.pathOf('boot.sh')
    fs.writeFileSync(script, this.#bootScript())
    const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
    const log = fs.openSync(this.pathOf('boot.log'), 'a')
    const holder = spawn('unshare', [...namespaces, 'bash', script], {
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    })
    fs.closeSync(log)
    this.#first = { holder, pid: await firstChildOf(holder.pid as number) }
    await this.#plugIn(this.#first.pid)
  }

  async #plugIn(pid: number) {
    // The MAC address stays the same after a restart, so that the other machines need not find out that it changed.
    const card = `02:00:00:00:00:${Number(this.address.split('.')[3]).toString(16).padStart(2, '0')}`
    await ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'address', card, 'netns', String(pid))
    await ip('link', 'set', this.#cable, 'master', bridge, 'up')
    for (const command of ['link set lo up', 'link set eth0 up', `addr add ${this.address}/24 dev eth0`])
      await execute('nsenter', ['-t', String(pid), '--net', 'ip', ...command.split(' ')])
  }

  get #cable() {
    return `to-${this.name}`
  }

  /** Powers the machine off without a notification: no connection is closed, no file written to the end. */
  async powerOff() {
    if (!this.#first) return
    const { holder } = this.#first
    this.#first = undefined
    await ip('link', 'del', this.#cable)
    const exit = once(holder, 'exit')
    holder.kill('SIGKILL')
    await exit
  }

  /** Cuts the machine from the network: packets to and from it are dropped silently. */
  async cutNetwork() {
    await ip('link', 'set', this.#cable, 'nomaster')
  }

  async mendNetwork() {
    await ip('link', 'set', this.#cable, 'master', bridge)
  }

  freeze() {
    // The second turn finds a process that was started meanwhile.
    for (let turn = 0; turn < 2; turn += 1) for (const { pid } of this.#processes()) send(pid, 'SIGSTOP')
  }

  thaw() {
    for (const { pid } of this.#processes()) send(pid, 'SIGCONT')
  }

  /** Sends a signal to the processes with such a command line, and returns whether there were any. */
  signal(commandLine: RegExp, signal: NodeJS.Signals): boolean {
    const found = this.#processes().filter((each) => commandLine.test(each.commandLine))
    for (const { pid } of found) send(pid, signal)
    return found.length > 0
  }

  isRunning(commandLine: RegExp): boolean {
    return this.#processes().some((each) => commandLine.test(each.commandLine))
  }

  /** Runs a shell command on the machine, as an administrator would, and returns what it printed. */
  async run(command: string, user = 'root'): Promise<string> {
    const inside = ['-t', String(this.#first?.pid), '--net', '--mount', '--pid', '--']
    const as = user === 'root' ? [] : asUser(user)
    try {
      const { stdout } = await execute('nsenter', [...inside, ...as, 'bash', '-c', command], { cwd: '/', maxBuffer: 2 ** 26 })
      return stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${this.name}: ${command}\n${stdout}${stderr}`)
    }
  }

  #processes(): { pid: number; commandLine: string }[] {
    if (!this.#first) return []
    const own = fs.readlinkSync(`/proc/${this.#first.pid}/ns/pid`)
    return fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          if (fs.readlinkSync(`/proc/${name}/ns/pid`) !== own) return []
          return [
            { pid: Number(name), commandLine: fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() },
          ]
        } catch {
          // The process ended meanwhile.
          return []
        }
      })
  }

  /** The script that takes the place of systemd. */
  #bootScript(): string {
    const mounts = ownFolders.map((own) => `mount --bind ${quoted(this.pathOf(own))} ${own}`)
    const folders = Object.entries(runFolders).map(([name, user]) => `install -d -o ${user} -g ${user} /run/${name}`)
    const services = this.#services.map(({ name, user, command, environment = {}, before = ':', restartSeconds }) => {
      const variables = Object.entries(environment).map(([key, value]) => quoted(`${key}=${value}`))
      const words = [...(user === 'root' ? [] : asUser(user)), 'env', ...variables, ...command.map(quoted)]
      return `(
  while :; do
    ${before}
    ${words.join(' ')} >>/var/log/${name}.log 2>&1
    [ -e /run/${name}.restart ] && rm /run/${name}.restart || sleep ${restartSeconds}
  done
) &`
    })
    return `${[
      'set -u',
      ...mounts,
      'mount -t tmpfs tmpfs /run',
      ...folders,
      'until ip -4 -o addr show dev eth0 | grep -q inet; do sleep 0.05; done 2>/dev/null',
      ...services,
      // Bash also waits for the processes that lost their parent.
      'while :; do wait -n || sleep 1; done',
    ].join('\n')}\n`
  }
}

function asUser(user: string) {
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']
}

function quoted(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process ended meanwhile.
  }
}

async function firstChildOf(pid: number): Promise<number> {
  for (;;) {
    const [child] = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    if (child) return Number(child)
    await pause(10)
  }
}

function account(user: string): { uid: number; gid: number } {
  const line = fs.readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${user}:[^:]*:(\\d+):(\\d+):`, 'm'))
  if (!line) throw new Error(`there is no user ${user}`)
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

function copyOwner(from: string, to: string) {
  const { uid, gid, mode } = fs.statSync(from)
  fs.chownSync(to, uid, gid)
  fs.chmodSync(to, mode)
}
