/**
 * A value that is created on first use. For the first Intl formatter of a page the browser loads its tables (15 to 27 ms measured), and a
 * page needs none while it starts.
 */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
