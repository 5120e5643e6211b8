/** The formats that a browser may turn into a .jpg. iPhones take photos in HEIC; only Safari can decode it. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic'

/** The types for the file dialog: with the MIME types a phone offers its camera and its gallery. */
export const acceptedPhotos = '.jpg,.jpeg,image/jpeg,image/png,image/webp,.heic,.heif,image/heic,image/heif'

/** The number of first bytes that tell every format below. */
export const formatBytes = 12

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1']

/** The format of a photo by its first bytes, because a renamed file has the wrong name and type. */
export function formatOf(start: Uint8Array): PhotoFormat | undefined {
  const text = String.fromCharCode(...start.slice(0, formatBytes))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  if (text.slice(4, 8) === 'ftyp' && heicBrands.includes(text.slice(8))) return 'heic'
  return undefined
}

/** The size with the longest side at most `longest`; never larger than it is. */
export function fitted({ width, height }: { width: number; height: number }, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** The name of the .jpg: IMG_0007.HEIC becomes IMG_0007.jpg. */
export function jpgName(name: string): string {
  return `${name.replace(/\.(jpe?g|png|webp|heic|heif)$/i, '')}.jpg`
}
