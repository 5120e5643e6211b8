/**
 * Made when it is first used. A browser takes its time for the first formatter of each kind, up to 20 ms on an ordinary machine, and a
 * page that starts needs none of them.
 */
export function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
