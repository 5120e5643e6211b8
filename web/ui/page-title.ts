import { useEffect } from 'react'

/** What the browser's tab, its history and a screen reader call this page. */
export function usePageTitle(...parts: string[]) {
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
