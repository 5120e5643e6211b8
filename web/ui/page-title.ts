import { useEffect } from 'react'

/** The document title, for the browser's tab, its history and screen readers. */
export function usePageTitle(...parts: string[]) {
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
