import { posix } from 'node:path'

/** The import of one file of ours by another one. */
export type Import = { from: string; to: string }

/** The imports of our own files in a file: static and dynamic, types included. */
export function importsIn(file: string, code: string): Import[] {
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"?]+)/g)].map(([, path = '']) => ({
    from: file,
    to: posix.join(posix.dirname(file), path),
  }))
}

/** The imports from room to room by which a room reaches itself again. */
export function circular(imports: readonly Import[], roomOf: (file: string) => string): Import[] {
  const neighbours = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const others = neighbours.get(roomOf(from)) ?? new Set()
    neighbours.set(roomOf(from), others.add(roomOf(to)))
  }
  function isReached(room: string, start: string): boolean {
    const reached = new Set([start])
    // The set grows while it is read: each room that was reached adds its neighbours.
    for (const one of reached) for (const other of neighbours.get(one) ?? []) reached.add(other)
    return reached.has(room)
  }
  return imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && isReached(roomOf(from), roomOf(to)))
}
