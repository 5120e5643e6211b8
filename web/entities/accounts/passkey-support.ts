/** Browsers allow passkeys on https and on localhost, under a name and not an IP address. */
export function canUsePasskeys(): boolean {
  const { protocol, hostname } = location
  const isIpAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return 'PublicKeyCredential' in window && (hostname === 'localhost' || (protocol === 'https:' && !isIpAddress))
}
