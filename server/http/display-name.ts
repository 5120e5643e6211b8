import { longestFileName } from '../../contract/limits.ts'

/** The last part of a path, without invisible characters: only for display. Zero-width non-joiners are part of Kurdish words. */
export function displayName(name: string): string {
  const visible = (name.split(/[/\\]/).at(-1) ?? '').replace(
    /(?!\u200c)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    '',
  )
  const characters = [...visible.trim()]
  // The end of the name says what kind of file it is.
  return characters.length <= longestFileName
    ? visible.trim()
    : `${characters.slice(0, longestFileName - 10).join('')}…${characters.slice(-9).join('')}`
}
