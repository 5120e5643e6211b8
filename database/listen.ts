import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { listening } from '../contract/limits.ts'
import { clientConfig, type Database } from './connect.ts'

export interface Listener {
  onNotification(payload: string): void
  /** Listening began, again or for the first time: what was sent before may have been missed. */
  onListening(): void
  /** Listening failed, or ended: called once, until it listens again. Meanwhile nothing is heard. */
  onFailure(error: unknown): void
}

/** LISTEN on a channel, on a connection of its own that is replaced when it is lost or silent. Returns a function that stops it. */
export function listenTo({ address }: Database, channel: string, listener: Listener): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasFailed = false

  async function listenOnce() {
    // No statement runs long on this connection: one that is silent for longer is lost.
    const client = new Client({ ...clientConfig(address, 'staff-portal listen'), query_timeout: listening.silence })
    const lost = new AbortController()
    const endOfConnection = AbortSignal.any([signal, lost.signal])
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload = '' }) => listener.onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      hasFailed = false
      listener.onListening()
      // A connection can fall silent without an end: a query now and then detects that.
      for (;;) {
        await pause(listening.heartbeat, undefined, { signal: endOfConnection, ref: false })
        await client.query('select 1')
      }
    } finally {
      await Promise.race([client.end().catch(() => {}), pause(listening.silence, undefined, { ref: false })])
    }
  }

  function reportFailure(error: unknown) {
    if (!hasFailed && !signal.aborted) listener.onFailure(error)
    hasFailed = true
  }

  async function listen() {
    while (!signal.aborted) {
      // Every end of listenOnce is a lost connection; the next one is opened in a moment.
      await listenOnce().catch(reportFailure)
      await pause(listening.retry, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const stopped = listen()
  return async () => {
    stopping.abort()
    await stopped
  }
}
