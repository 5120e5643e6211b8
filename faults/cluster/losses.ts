import assert from 'node:assert/strict'
import type { Ledger } from '../acknowledged-writes.ts'
import { type Cluster, portalProcess, postmaster } from './cluster.ts'
import type { Machine } from './machine.ts'

export interface Loss {
  kind: string
  /** Takes something away, and returns how to bring it back. */
  lose(cluster: Cluster, ledger: Ledger, random: () => number): Promise<() => Promise<void> | void>
  /** True for a loss that visitors must not notice at all. */
  isUnnoticed?: boolean
}

const nothingToDo = () => {}

async function lostMachine(machine: Machine) {
  await machine.powerOff()
  return () => machine.powerOn()
}

function kill(machine: Machine, process: RegExp) {
  assert.ok(machine.signal(process, 'SIGKILL'), `there is nothing to kill on ${machine.name}`)
}

export const losses: Loss[] = [
  {
    kind: 'PostgreSQL of the primary killed',
    lose: async (cluster) => {
      kill(await cluster.leader(), postmaster)
      return nothingToDo
    },
  },
  { kind: 'machine of the primary lost', lose: async (cluster) => lostMachine(await cluster.leader()) },
  {
    kind: 'machine of the primary frozen',
    lose: async (cluster) => {
      const machine = await cluster.leader()
      machine.freeze()
      return () => machine.thaw()
    },
  },
  {
    kind: 'network of the primary cut',
    lose: async (cluster) => {
      const machine = await cluster.leader()
      await machine.cutNetwork()
      return () => machine.mendNetwork()
    },
  },
  {
    kind: 'PostgreSQL of the synchronous replica killed',
    lose: async (cluster) => {
      kill(await cluster.synchronousStandby(), postmaster)
      return nothingToDo
    },
  },
  { kind: 'machine of the synchronous replica lost', lose: async (cluster) => lostMachine(await cluster.synchronousStandby()) },
  {
    kind: 'leader of etcd killed',
    lose: async (cluster) => {
      const leader = await cluster.etcdLeader()
      assert.ok(leader, 'etcd has no leader')
      cluster.killEtcd(leader)
      return nothingToDo
    },
  },
  {
    kind: 'portal server killed',
    lose: async (cluster, _ledger, random) => {
      const machine = cluster.portals[Math.floor(random() * cluster.portals.length)] as Machine
      kill(machine, portalProcess)
      return () => cluster.portalIsUp(machine)
    },
  },
  {
    kind: 'planned switchover',
    lose: async (cluster) => {
      const leader = await cluster.leader()
      await leader.run(`patronictl -c /etc/patroni/config.yml switchover --leader ${leader.name} --force`, 'postgres')
      return nothingToDo
    },
  },
  {
    kind: 'rolling update of the portal',
    isUnnoticed: true,
    lose: async (cluster) => {
      for (const machine of cluster.portals) await cluster.restartPortal(machine)
      return nothingToDo
    },
  },
]
