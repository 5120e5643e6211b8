import sharp from 'sharp'

/**
 * A process of its own (see image.ts): a stranger's file that crashes the decoder takes nothing else with it, and what decoding
 * leaves behind in memory is gone when this process ends.
 */

const longestSide = 1600
// Phones make 12 to 50 million; what has more is refused before a pixel of it is decoded.
const mostPixels = 50_000_000

export type ImageResult = { image: Uint8Array; width: number; height: number } | { refusal: 'damaged' | 'too-many-pixels' }

sharp.cache(false)
sharp.concurrency(1)

async function decode(bytes: Uint8Array): Promise<ImageResult> {
  const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels) return { refusal: 'too-many-pixels' }
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  return { image: data, width: info.width, height: info.height }
}

process.on('message', (bytes: Uint8Array) => {
  decode(bytes)
    .catch((): ImageResult => ({ refusal: 'damaged' }))
    .then((answer) => process.send?.(answer))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
