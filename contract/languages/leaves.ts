/** A sentence, or its plural forms. */
export type Leaf = string | { readonly other: string; readonly [form: string]: string }
export type Leaves = ReadonlyMap<string, Leaf>

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

/** Every text of a catalogue by its key; a plural has one for each of its forms, `terms.unscored.one`. */
export function textsOf(leaves: Leaves): Map<string, string> {
  return new Map(
    [...leaves].flatMap(([key, leaf]): [string, string][] =>
      typeof leaf === 'string' ? [[key, leaf]] : Object.entries(leaf).map(([form, text]) => [`${key}.${form}`, text]),
    ),
  )
}

/** The names of the {values} in a sentence, sorted. */
export function valuesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort()
}
