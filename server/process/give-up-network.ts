import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'

function refuse(): never {
  throw Object.assign(new Error('A sandbox process has no network and reaches no other process.'), { code: 'ERR_ACCESS_DENIED' })
}

/** Replaces the functions among these properties; one with a getter (`net.BlockList`) reaches nothing. */
function refuseAll(target: object, names = Object.getOwnPropertyNames(target)) {
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(target, name)
    if (name !== 'constructor' && typeof property?.value === 'function')
      Object.defineProperty(target, name, { ...property, value: refuse })
  }
}

/**
 * The network is given up for good: whatever runs in this process later finds functions that refuse. HTTP, TLS and fetch all connect by
 * `net.Socket` and listen by `net.Server`; the permission model refuses the internal bindings below them. The two classes stay, because
 * standard output may be one.
 */
export function giveUpNetwork() {
  const { Socket, Server, Stream: _alias, ...functions } = net as typeof net & { Stream: unknown }
  refuseAll(Socket.prototype, ['connect', 'open'])
  refuseAll(Server.prototype, ['listen', '_listen2'])
  refuseAll(net, Object.keys(functions))
  refuseAll(dgram.Socket.prototype)
  refuseAll(dgram)
  for (const resolver of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    refuseAll(resolver)
    refuseAll(Object.getPrototypeOf(resolver))
  }
  refuseAll(dns.promises)
  refuseAll(dns)
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
  // A signal may end another process of this user, or start its debugger; a library may do anything.
  refuseAll(process, ['kill', '_kill', '_debugProcess', '_debugEnd', 'dlopen', 'binding', '_linkedBinding'])
  refuseAll(os, ['setPriority'])
  syncBuiltinESMExports()
}
