/** A random key. crypto.randomUUID exists only on https, and a portal in a closed network may do without it. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
