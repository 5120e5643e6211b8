/**
 * Whether an address of a device belongs to a push service of the settings. The address comes from the browser: without this check, anybody
 * could make the server call any other one.
 */
export function isAtKnownService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username || password) return false
  return services.some((service) => (service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service))
}
