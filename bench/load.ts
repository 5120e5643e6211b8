import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerReader } from './answers.ts'
import { encode, type Request, type Requests, requestMaker } from './requests.ts'

/** A process of its own, so that the servers are not measured together with who asks them. */

export interface Load {
  port: number
  requests: Requests
  connections: number
  seconds: number
  /** Between an answer and the next request of a connection, as people do. */
  pauseMs?: number
  /** What is no failure; 2xx where nothing is said. */
  expected?: number
}

/** Times in milliseconds, one per answer. */
export interface Times {
  whole: number[]
  firstByte: number[]
}

export interface LoadResult {
  answers: number
  bytes: number
  seconds: number
  byName: Record<string, Times>
}

async function run(load: Load): Promise<LoadResult> {
  const make = requestMaker(load.requests)
  const byName: Record<string, Times> = {}
  // The same few calls over and over are written once.
  const encoded = new WeakMap<Request, Buffer>()
  function bytesOf(request: Request): Buffer {
    const bytes = encoded.get(request) ?? encode(request)
    encoded.set(request, bytes)
    return bytes
  }

  let sent = 0
  let answers = 0
  let bytes = 0
  let isGivenUp = false

  async function keepAsking(line: Line, until: number) {
    while (performance.now() < until && !isGivenUp) {
      const request = make(sent)
      sent += 1
      const answer = await line.ask(bytesOf(request))
      const isExpected = load.expected ? answer.status === load.expected : answer.status >= 200 && answer.status < 300
      if (!isExpected) throw new Error(`${request.name} was answered ${answer.status}.`)
      answers += 1
      bytes += answer.bytes
      byName[request.name] ??= { whole: [], firstByte: [] }
      const times = byName[request.name] as Times
      times.whole.push(answer.whole)
      times.firstByte.push(answer.firstByte)
      if (load.pauseMs) await sleep(load.pauseMs)
    }
    line.close()
  }

  const open: Line[] = []
  for (let index = 0; index < load.connections; index += 1) {
    open.push(await openLine(load.port))
    // Where several processes share the port, each takes some.
    await sleep(2)
  }
  const began = performance.now()
  const lines = open.map((line) => keepAsking(line, began + load.seconds * 1000))
  try {
    await Promise.all(lines)
  } catch (error) {
    // One failure ends it for all, and nobody goes on asking into what is measured next.
    isGivenUp = true
    await Promise.allSettled(lines)
    throw error
  }
  return { answers, bytes, seconds: (performance.now() - began) / 1000, byName }
}

interface TimedAnswer {
  status: number
  bytes: number
  whole: number
  firstByte: number
}

type Line = Awaited<ReturnType<typeof openLine>>

/** One connection, one request at a time. */
async function openLine(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: (answer: TimedAnswer) => void; reject: (error: Error) => void } | undefined
  let began = 0
  let firstByte = 0

  const read = answerReader(({ status, bytes }) => {
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.({ status, bytes, whole: performance.now() - began, firstByte })
  })
  socket.on('data', (piece) => {
    if (firstByte === 0) firstByte = performance.now() - began
    read(piece)
  })
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))

  return {
    ask: (bytes: Buffer) =>
      new Promise<TimedAnswer>((resolve, reject) => {
        waiting = { resolve, reject }
        firstByte = 0
        began = performance.now()
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ failure: error.message }),
  )
})
process.on('disconnect', () => process.exit())
