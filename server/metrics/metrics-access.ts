import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

const ownMachine = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether a request may see details of the installation: from the machine itself, unless METRICS opens them to everyone. */
export function mayReadMetrics(request: FastifyRequest, settings: Pick<Settings, 'METRICS'>): boolean {
  if (settings.METRICS === 'everyone') return true
  // A proxy on this machine that the portal does not know of would make every visitor look like the machine itself.
  const isForwarded = Object.keys(request.headers).some((name) => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))
  return ownMachine.has(request.ip) && !isForwarded
}
