/** A JPEG of one colour. Each one has another colour, so that no two postings have the same evidence. */
export async function photo(name: string, width = 400, height = 300): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws nothing')
  context.fillStyle = `#${crypto.randomUUID().slice(0, 6)}`
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}

/** What a camera writes into a photo (EXIF), with big numbers first as iPhones write it: only when the photo was taken. */
function cameraData(takenAt: string): Uint8Array<ArrayBuffer> {
  const mark = 'Exif\0\0'
  const bytes = new Uint8Array(mark.length + 72)
  const data = new DataView(bytes.buffer, mark.length)
  data.setUint16(0, 0x4d4d)
  data.setUint16(2, 42)
  data.setUint32(4, 8)
  const directory = (place: number, tag: number, type: number, count: number, value: number) => {
    data.setUint16(place, 1)
    data.setUint16(place + 2, tag)
    data.setUint16(place + 4, type)
    data.setUint32(place + 6, count)
    data.setUint32(place + 10, value)
  }
  directory(8, 0x8769, 4, 1, 30)
  directory(30, 0x9003, 2, 20, 52)
  bytes.set(new TextEncoder().encode(mark))
  bytes.set(new TextEncoder().encode(takenAt), mark.length + 52)
  return bytes
}

/** A JPEG with the moment in it at which it was taken, as 2026:11:19 09:30:00. */
export async function photoTaken(name: string, takenAt: string): Promise<File> {
  const picture = await photo(name)
  const data = cameraData(takenAt)
  const segment = new Uint8Array([0xff, 0xe1, 0, data.length + 2, ...data])
  return new File([picture.slice(0, 2), segment, picture.slice(2)], name, { type: 'image/jpeg' })
}

/** A PDF of A4 pages with a rectangle on each, or another content. */
export function pdf(name: string, pages = 1, content = '0.2 0.4 0.8 rg 100 100 300 500 re f'): File {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let text = `%PDF-1.7\n%${crypto.randomUUID()}\n`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new File([text, table], name, { type: 'application/pdf' })
}
