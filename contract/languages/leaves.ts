/** A sentence, or its plural forms. */
export type Leaf = string | { readonly other: string; readonly [form: string]: string }

/** Every sentence of a catalogue by its key, `terms.closed`. */
export function leavesOf(tree: object, path: readonly string[] = []): Map<string, Leaf> {
  return new Map(
    Object.entries(tree).flatMap(([name, node]: [string, object | Leaf]): [string, Leaf][] => {
      const key = [...path, name]
      const isLeaf = typeof node === 'string' || 'other' in node
      return isLeaf ? [[key.join('.'), node as Leaf]] : [...leavesOf(node, key)]
    }),
  )
}

/** The names of the {values} in a sentence, sorted. */
export function valuesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort()
}
