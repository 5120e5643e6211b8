type Size = { width: number; height: number }
const quality = 0.88

/** A picture as a JPEG of that size, which has nothing in it but the picture. Null if there is no canvas (memory is short). */
export function encodeJpeg(picture: ImageBitmap, size: Size): Promise<Blob | null> {
  return drawJpeg(size, (context) => context.drawImage(picture, 0, 0, size.width, size.height))
}

/** What is drawn, as a JPEG. */
export function drawJpeg({ width, height }: Size, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // The background is white: a .jpg has no transparency, and transparent parts of a PNG would become black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  draw(context)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
