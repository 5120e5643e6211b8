/**
 * Made when it is first used. For the first formatter of a page the browser loads its tables, 15 to 27 ms where it was measured, and a
 * page that starts needs none.
 */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
