import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: Buffer
}

export interface Load {
  port: number
  /** Makes the nth request. */
  request: (n: number) => Request
  connections: number
  seconds: number
  /** Requests per second of all connections together; by default as many as possible. */
  rate?: number
}

export interface LoadResult {
  /** Replies per second. */
  rate: number
  /** Milliseconds from each request to the end of its reply. */
  times: number[]
}

/** Sends requests over keep-alive connections, one at a time on each. A reply that is not 2xx ends the run. */
export async function runLoad({ port, request, connections, seconds, rate }: Load): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  let sent = 0

  async function keepSending() {
    while (performance.now() < end) {
      const n = sent
      sent += 1
      // With a rate, request n is due at a fixed time: a slow reply does not lower the load.
      if (rate) await sleep(Math.max(0, began + (n * 1000) / rate - performance.now()))
      const start = performance.now()
      const status = await send(agent, port, request(n))
      if (status < 200 || status > 299) throw new Error(`${request(n).method} ${request(n).path} was answered ${status}.`)
      times.push(performance.now() - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepSending))
  } finally {
    agent.destroy()
  }
  return { rate: times.length / ((performance.now() - began) / 1000), times }
}

function send(agent: http.Agent, port: number, { method, path, headers, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': body.length } : {}
    const request = http.request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (reply) => {
        reply.resume()
        reply.on('end', () => resolve(reply.statusCode ?? 0))
        reply.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
