// This script runs before the first paint: a theme chosen in the user menu must not flash. See web/ui/theme.ts.
;(() => {
  const theme = localStorage.getItem('theme')
  if (theme !== 'light' && theme !== 'dark') return
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.content = theme === 'dark' ? '#0a0f18' : '#12243d'
})()
