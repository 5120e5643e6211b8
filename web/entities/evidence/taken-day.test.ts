import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takenDay } from './taken-day.ts'

const picture = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
const photoTaken = async (at: string) =>
  new Blob([
    new Uint8Array(
      await picture()
        .withExif({ IFD0: { Make: 'Camera' }, IFD2: { DateTimeOriginal: at } })
        .jpeg()
        .toBuffer(),
    ),
  ])

test('the day on which a photo was taken is that of its camera', async () => {
  expect(await takenDay(await photoTaken('2026:05:12 23:59:58'))).toBe('2026-05-12')
})

test('a photo without a day, or with one that does not exist, proposes none', async () => {
  expect(await takenDay(new Blob([new Uint8Array(await picture().jpeg().toBuffer())]))).toBeUndefined()
  expect(
    await takenDay(
      new Blob([
        new Uint8Array(
          await picture()
            .withExif({ IFD0: { Make: 'Camera' } })
            .jpeg()
            .toBuffer(),
        ),
      ]),
    ),
  ).toBeUndefined()
  for (const at of ['0000:00:00 00:00:00', '2026:02:30 10:00:00', '    :  :     :  :  '])
    expect(await takenDay(await photoTaken(at))).toBeUndefined()
  expect(await takenDay(new Blob([]))).toBeUndefined()
})

test('data that is cut anywhere, or leads out of itself, does not fail', async () => {
  const whole = new Uint8Array(await (await photoTaken('2026:05:12 23:59:58')).arrayBuffer())
  for (let length = 0; length < whole.length; length += 1)
    expect([undefined, '2026-05-12']).toContain(await takenDay(new Blob([whole.slice(0, length)])))
  // The first directory would be far outside.
  new DataView(whole.buffer).setUint32(whole.indexOf(0x49, 6) + 4, 0xfffffff0)
  expect(await takenDay(new Blob([whole]))).toBeUndefined()
})
