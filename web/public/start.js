// The page is drawn already (web/first-paint.tsx). What makes it work is fetched when that has been painted, and takes nothing from it.
;(() => {
  let isStarted = false
  function start() {
    const scripts = document.getElementById('scripts')
    if (!isStarted && scripts) scripts.replaceWith(scripts.content)
    isStarted = true
  }
  requestAnimationFrame(() => setTimeout(start))
  // A page in the background is not painted.
  setTimeout(start, 300)
})()
