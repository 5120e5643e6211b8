import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Sets the theme. It is applied here at once, and by public/theme.js before the first paint of the next page load. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') {
    localStorage.removeItem(key)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(key, theme)
    document.documentElement.dataset['theme'] = theme
  }
  colourBar(theme)
  for (const listener of listeners) listener()
}

/** The colours of the bar of a phone's browser, and of the installed portal: those of --color-deep. */
const barColours = { light: '#12243d', dark: '#0a0f18' } as const

function colourBar(theme: Theme) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = barColours[theme === 'system' ? own : theme]
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
}
