import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { project } from './project.mjs'
import { CannotStart, main } from './steps.mjs'

/**
 * Runs the cluster of deploy/cluster/ on this machine and takes parts of it away under load. Six machines are made of namespaces, as
 * containers are: with the end of their first process the kernel ends every other one, takes their network away and unmounts their folders.
 *   npm run test:cluster -- [--rounds 30] [--seed 7] [--only etcd,switchover] [--without-recovery] [--keep]
 * --rounds takes that many losses at random instead of each once; --keep leaves the logs of the machines behind.
 */
const programs = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/socat': 'socat',
  // The package idna is needed by Patroni to speak TLS with etcd where python3-openssl is installed, and no package depends on it.
  '/usr/lib/python3/dist-packages/idna': 'python3-idna',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/unshare': 'util-linux',
}
const machines = ['db1=10.77.0.11', 'db2=10.77.0.12', 'db3=10.77.0.13', 'web1=10.77.0.21', 'web2=10.77.0.22', 'backup=10.77.0.31']

endWithParent()
await main(async () => {
  checkMachine()
  await install({ everything: true })
  await build()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-cluster-'))
  // Accounts other than root look for their files in this folder.
  fs.chmodSync(folder, 0o711)
  const isKept = process.argv.includes('--keep')
  try {
    const tls = path.join(folder, 'tls')
    execFileSync('sh', [path.join(project, 'deploy/cluster/certificates.sh'), tls, ...machines], { stdio: 'pipe' })
    process.exitCode = await runInside(folder, path.join(tls, 'ca.crt'))
  } finally {
    if (isKept) console.log(`\n  The machines' disks and logs are in ${folder}`)
    else fs.rmSync(folder, { recursive: true, force: true })
  }
  process.exit()
})

function checkMachine() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new CannotStart('The cluster test makes machines of namespaces: run it on Linux as root.')
  const missing = Object.entries(programs).flatMap(([program, name]) => (fs.existsSync(program) ? [] : [name]))
  if (!fs.existsSync('/usr/sbin/ip') && !fs.existsSync('/sbin/ip')) missing.push('iproute2')
  if (missing.length > 0)
    throw new CannotStart(
      `The cluster test needs Debian's packages: apt-get install --no-install-recommends ${missing.join(' ')}`,
    )
}

async function runInside(folder, authority) {
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
  const inner = [process.execPath, '--import', 'tsx', 'faults/cluster/run.ts', folder, ...process.argv.slice(2)]
  // Bash is the first process: it waits for whatever loses its parent.
  const child = spawn('unshare', [...namespaces, 'bash', '-c', '"$@"; exit $?', 'bash', ...inner], {
    cwd: project,
    stdio: 'inherit',
    // The certificates of the cluster are signed by an authority of its own.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority, npm_lifecycle_event: '' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'))
  const [code] = await once(child, 'exit')
  return code ?? 1
}
