// Runs before the first paint: a theme chosen in the user menu must not flash. See web/ui/theme.ts.
;(() => {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
})()
