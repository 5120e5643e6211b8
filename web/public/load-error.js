// A shell (web/shells.tsx) is of no use without the page's scripts: when one cannot be loaded, this shows the shell's hidden notice.
addEventListener(
  'error',
  ({ target }) => {
    const notice = document.getElementById('load-error')
    if (notice && target instanceof HTMLScriptElement) notice.hidden = false
  },
  true,
)
