import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readZip } from '../../scripts/verify-archive.mjs'
import { type ZipEntry, zip } from './zip.ts'

async function* entriesOf(entries: readonly ZipEntry[]) {
  yield* entries
}
const at = new Date('2026-11-17T08:30:00Z')
const zipOf = (entries: readonly ZipEntry[]) => buffer(zip(entriesOf(entries), at))

test('the files come out as they went in, compressed or not', async () => {
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251))
  const bytes = await zipOf([
    { name: 'letters.txt', content: [Buffer.from('a'.repeat(100_000)), Buffer.from('b')] },
    { name: 'noise.pdf', content: [noise.subarray(0, 1000), noise.subarray(1000)], isStored: true },
    { name: 'کوردی.txt', content: [] },
  ])
  const { files } = readZip(bytes)
  expect([...files.keys()]).toEqual(['letters.txt', 'noise.pdf', 'کوردی.txt'])
  expect(files.get('letters.txt')?.content.toString()).toBe(`${'a'.repeat(100_000)}b`)
  expect(files.get('noise.pdf')?.content.equals(noise)).toBe(true)
  expect(files.get('کوردی.txt')?.content.length).toBe(0)
  expect(bytes.length).toBeLessThan(310_000)
})

test('an entry is asked for when the one before is complete', async () => {
  const order: string[] = []
  async function* content(name: string) {
    order.push(`${name} begins`)
    yield Buffer.from(name)
    order.push(`${name} ends`)
  }
  async function* entries() {
    yield { name: 'one', content: content('one') }
    order.push('asked for two')
    yield { name: 'two', content: content('two') }
  }
  await buffer(zip(entries(), at))
  expect(order).toEqual(['one begins', 'one ends', 'asked for two', 'two begins', 'two ends'])
})

test('a reader who goes away ends the source', async () => {
  let isEnded = false
  async function* content() {
    try {
      for (;;) yield Buffer.alloc(100_000)
    } finally {
      isEnded = true
    }
  }
  for await (const _ of zip(entriesOf([{ name: 'endless', content: content(), isStored: true }]), at)) if (_.length > 1000) break
  await expect.poll(() => isEnded).toBe(true)
})

test('a source that fails makes the file fail', async () => {
  async function* content() {
    yield Buffer.from('beginning')
    throw new Error('the process died')
  }
  await expect(zipOf([{ name: 'half', content: content() }])).rejects.toThrow('the process died')
})
