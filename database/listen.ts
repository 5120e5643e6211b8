import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { clientConfig, type Database } from './connect.ts'

export interface Listener {
  onNotification(payload: string): void
  /** Listening began, again or for the first time: what was sent before may have been missed. */
  onListening(): void
}

const retryMs = 500
const heartbeatMs = 5000
const silenceMs = 2000

/** LISTEN on a channel, on a connection of its own that is replaced when it is lost or silent. Returns how to stop. */
export function listenTo({ address }: Database, channel: string, listener: Listener): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce() {
    // No statement runs long on it: what is silent for longer is lost.
    const client = new Client({ ...clientConfig(address, 'staff-portal listen'), query_timeout: silenceMs })
    const lost = new AbortController()
    const endOfConnection = AbortSignal.any([signal, lost.signal])
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload = '' }) => listener.onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      listener.onListening()
      // A connection can fall silent without an end: a query now and then finds out.
      for (;;) {
        await pause(heartbeatMs, undefined, { signal: endOfConnection, ref: false })
        await client.query('select 1')
      }
    } finally {
      await Promise.race([client.end().catch(() => {}), pause(silenceMs, undefined, { ref: false })])
    }
  }

  async function listen() {
    while (!signal.aborted) {
      // Every way out of it is a lost connection; the next one is opened in a moment.
      await listenOnce().catch(() => {})
      await pause(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const stopped = listen()
  return async () => {
    stopping.abort()
    await stopped
  }
}
