// The page is drawn already (web/first-paint.tsx). What makes it work is fetched when that has been painted, and takes nothing from it.
;(() => {
  let isStarted = false
  function start() {
    const scripts = document.getElementById('scripts')
    if (isStarted || !scripts) return
    isStarted = true
    for (const script of scripts.content.querySelectorAll('script'))
      script.addEventListener('error', () => {
        document.getElementById('not-started').hidden = false
      })
    scripts.replaceWith(scripts.content)
  }
  requestAnimationFrame(() => setTimeout(start))
  // A page in the background is not painted.
  setTimeout(start, 300)
})()
