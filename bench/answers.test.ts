import { expect, test } from 'vitest'
import { type Answer, answerReader } from './answers.ts'

const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\netag: "x"\r\ncontent-length: 5\r\n\r\n',
  'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
].join('')

test('answers are told apart wherever the line cuts them', () => {
  for (let size = 1; size <= answers.length; size += 1) {
    const found: Answer[] = []
    const read = answerReader((answer) => found.push(answer))
    for (let at = 0; at < answers.length; at += size) read(Buffer.from(answers.slice(at, at + size)))
    expect(found).toEqual([
      { status: 200, bytes: 5 },
      { status: 304, bytes: 0 },
      { status: 201, bytes: 21 },
      { status: 204, bytes: 0 },
    ])
  }
})
