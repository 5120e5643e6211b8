import { foldForSearch, foldSpelling } from '../../contract/searching.ts'

/** The known name that was probably meant: the same one in another spelling, or one in which a letter in four may differ. Undefined if none is that near. */
export function nearName(given: string, known: readonly string[]): string | undefined {
  const spelling = foldSpelling(given)
  const respelt = known.find((name) => foldSpelling(name) === spelling)
  if (respelt !== undefined) return respelt
  const wanted = foldForSearch(given)
  let most = Math.min(3, Math.floor(wanted.length / 4))
  let nearest: string | undefined
  for (const name of known) {
    const folded = foldForSearch(name)
    if (Math.abs(folded.length - wanted.length) > most) continue
    const distance = editDistance(wanted, folded)
    if (distance > most || (nearest !== undefined && distance === most)) continue
    nearest = name
    most = distance
  }
  return nearest
}

/** The number of letters that have to be added, removed or replaced (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j += 1) {
      const replaced = (row[j] ?? 0) + Number(one[i] !== other[j])
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
