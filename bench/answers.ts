export interface Answer {
  status: number
  /** Of the body, as it came over the line. */
  bytes: number
}

const endOfHead = Buffer.from('\r\n\r\n')
const endOfLine = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)

/**
 * Reads HTTP/1.1 answers from the pieces a socket delivers, and throws their bodies away. Much lighter than Node's own client, which
 * would take from the servers a good part of the processor they are measured on.
 */
export function answerReader(onAnswer: (answer: Answer) => void) {
  let state: 'head' | 'body' | 'chunk-size' | 'chunk' = 'head'
  let kept: Buffer = nothing
  let status = 0
  let bytes = 0
  let left = 0
  let isLastChunk = false

  function finish() {
    state = 'head'
    onAnswer({ status, bytes })
  }

  /** Takes what it understands and returns where it stopped; at the same place, it needs more. */
  function read(piece: Buffer, from: number): number {
    if (state === 'head') {
      const end = piece.indexOf(endOfHead, from)
      if (end < 0) return from
      const head = piece.toString('latin1', from, end).toLowerCase()
      status = Number(head.slice(9, 12))
      bytes = 0
      left = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0)
      if (/\r\ntransfer-encoding: *chunked/.test(head)) state = 'chunk-size'
      else if (left > 0 && status !== 304) state = 'body'
      else finish()
      return end + endOfHead.length
    }
    if (state === 'chunk-size') {
      const end = piece.indexOf(endOfLine, from)
      if (end < 0) return from
      const size = Number.parseInt(piece.toString('latin1', from, end), 16)
      bytes += size
      isLastChunk = size === 0
      left = size + endOfLine.length
      state = 'chunk'
      return end + endOfLine.length
    }
    const taken = Math.min(left, piece.length - from)
    left -= taken
    if (state === 'body') bytes += taken
    if (left === 0) {
      if (state === 'chunk' && !isLastChunk) state = 'chunk-size'
      else finish()
    }
    return from + taken
  }

  return (piece: Buffer) => {
    const all = kept.length > 0 ? Buffer.concat([kept, piece]) : piece
    let at = 0
    while (at < all.length) {
      const next = read(all, at)
      if (next === at) break
      at = next
    }
    kept = at < all.length ? all.subarray(at) : nothing
  }
}
