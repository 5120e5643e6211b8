import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { Database } from './connect.ts'

export interface Listener {
  /** Something was told. */
  heard(payload: string): void
  /** From now on everything is heard, or may be missed. */
  changed(isListening: boolean): void
}

const tryAgainMs = 500

/** Hears what is told on a channel, on a connection of its own; says at once when it does not. Returns how to end it. */
export function listenTo(database: Database, channel: string, listener: Listener): () => Promise<void> {
  let isEnding = false
  let isBeginning = false
  const connection = postgres({
    ...database.options,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    // The driver's own listen() hides when its connection is lost.
    onnotify: (_channel: string, payload: string) => listener.heard(payload),
    onclose: () => {
      listener.changed(false)
      void begin()
    },
  } as unknown as postgres.Options<Record<string, never>>)

  async function begin() {
    if (isBeginning) return
    isBeginning = true
    while (!isEnding) {
      try {
        await connection`listen ${connection(channel)}`
        listener.changed(true)
        break
      } catch {
        await pause(tryAgainMs, undefined, { ref: false })
      }
    }
    isBeginning = false
  }

  void begin()
  return async () => {
    isEnding = true
    await connection.end({ timeout: 1 })
  }
}
