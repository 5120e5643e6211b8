import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'

/** The Content-Disposition of a file that is saved under this name, which may have letters of any language (RFC 6266). */
export function attachment(name: string, extension: string): string {
  const file = `${withoutDirectionMarks(name).replace(/["\\/]/g, '')}.${extension}`
  const ascii = file.replace(/[^\x20-\x7e]/g, '_')
  if (ascii === file) return `attachment; filename="${ascii}"`
  const encoded = encodeURIComponent(file).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
