import { useEffect, useState } from 'react'

const codes = { code: /^#code=([0-9A-Za-z]{8})$/, member: /^#member=(\d{1,10}-[0-9A-Za-z]{8})$/ } as const

/** What stands behind the # of the address that was scanned: it is in no log of a server. Forgetting it takes it out of the address, too. */
export function useScanned(kind: keyof typeof codes): [scanned: string, forget: () => void] {
  const read = () => codes[kind].exec(window.location.hash)?.[1] ?? ''
  const [scanned, setScanned] = useState(read)
  useEffect(() => {
    const follow = () => setScanned(codes[kind].exec(window.location.hash)?.[1] ?? '')
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [kind])
  function forget() {
    setScanned('')
    history.replaceState(history.state, '', window.location.pathname + window.location.search)
  }
  return [scanned, forget]
}

/** The address of an event with a code behind the #. */
export function scannableAddress(eventId: number, kind: keyof typeof codes, code: string, page: string): string {
  const address = new URL(page, window.location.origin)
  address.searchParams.set('tab', 'events')
  address.searchParams.set('event', String(eventId))
  return `${address}#${kind}=${code}`
}
