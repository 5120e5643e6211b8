import { useEffect } from 'react'

/** A file that misses its zone would otherwise be opened by the browser, in place of the portal and all that was typed. */
export function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
