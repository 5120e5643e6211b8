/** The Content-Disposition of a file that is saved under this name, which may have letters of any language (RFC 6266). */
export function attachment(name: string, extension: string): string {
  // Directional isolates keep a sentence readable; in a file name they are invisible characters.
  const file = `${name.replace(/[\u2066-\u2069"\\/]/g, '')}.${extension}`
  const ascii = file.replace(/[^\x20-\x7e]/g, '_')
  if (ascii === file) return `attachment; filename="${ascii}"`
  const encoded = encodeURIComponent(file).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
