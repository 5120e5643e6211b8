import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfOfPhotos, readJpeg } from '../../web/entities/evidence/pdf-of-photos.ts'
import { readPdf } from './read-pdf.ts'

type Options = { width: number; height: number; background?: string }
const picture = ({ width, height, background = '#2a6' }: Options) => sharp({ create: { width, height, channels: 3, background } })
const jpeg = async (image: ReturnType<typeof picture>) => new Uint8Array(await image.jpeg().toBuffer())
const pdf = async (photos: readonly Uint8Array<ArrayBuffer>[]) => Buffer.from(await pdfOfPhotos(photos).arrayBuffer())

/** The size of a page, and the colour in its middle. */
async function pageOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  const [red = 0, green = 0, blue = 0] = data.subarray(middle, middle + 3)
  return { shape: info.width / info.height, colour: [red, green, blue].map((value) => Math.round(value / 51)) }
}

test('photos that the page of a member puts into one PDF are its pages, in their order and their shape', async () => {
  const photos = await Promise.all([
    jpeg(picture({ width: 900, height: 600, background: '#f00' })),
    jpeg(picture({ width: 300, height: 600, background: '#00f' })),
    jpeg(picture({ width: 40, height: 40, background: '#fff' }).grayscale()),
  ])
  const answer = await readPdf(await pdf(photos))
  if ('refusal' in answer) throw new Error(answer.refusal)
  const pages = await Promise.all(answer.pages.map(pageOf))
  expect(pages.map(({ colour }) => colour)).toEqual([
    [5, 0, 0],
    [0, 0, 5],
    [5, 5, 5],
  ])
  expect(pages.map(({ shape }) => Math.round(shape * 10) / 10)).toEqual([1.5, 0.5, 1])
})

test('the same photos are the same file, with every object where its table says', async () => {
  const photos = [await jpeg(picture({ width: 90, height: 60 })), await jpeg(picture({ width: 60, height: 90 }))]
  const bytes = await pdf(photos)
  expect(bytes.equals(await pdf(photos))).toBe(true)
  const text = bytes.toString('latin1')
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place))
  expect(places).toHaveLength(8)
  for (const [index, place] of places.entries()) expect(text.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref\n/)
  expect(text).not.toMatch(/\/Info|\/ID|Date/)
})

test('a JPEG says its size, and whether it says anything else', async () => {
  const plain = picture({ width: 90, height: 60 })
  expect(readJpeg(await jpeg(plain))).toEqual({ width: 90, height: 60, colours: 3, isBare: true })
  const withCamera = plain.clone().withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
  expect(readJpeg(await jpeg(withCamera))).toMatchObject({ width: 90, height: 60, isBare: false })
  expect(readJpeg(await jpeg(plain.clone().withIccProfile('p3')))?.isBare).toBe(false)
  expect(readJpeg(new Uint8Array([0xff, 0xd8, 0xff]))).toBeUndefined()
  expect(() => pdfOfPhotos([new Uint8Array(20)])).toThrow('no JPEG')
})
