/** The texts that cannot be read on the page as it is. Runs in the browser. */
export function unreadable(): string[] {
  const problems: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth + 1) {
    const wide = [...document.querySelectorAll('main *')].filter(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
    )
    problems.push(`the page scrolls sideways: ${wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))}`)
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: { element: Element; text: string; lines: DOMRect[] }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || !text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (element.closest('.sr-only, svg, option, script, noscript, [inert]')) continue
    // The element is hidden like .sr-only, but only on some screens.
    if (getComputedStyle(element).clipPath === 'inset(50%)') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    texts.push({ element, text, lines: [...range.getClientRects()] })
    // A word may break if it is too long, but not into single letters.
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}{4,}/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (range.getClientRects().length > word.length / 2) problems.push(`one letter per line: ${text.slice(0, 60)}`)
    }
  }

  const isTruncated = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '')
  for (const { element, text, lines } of texts) {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (isTruncated(style)) break
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const isOutside = lines.some((line) => line.left < left - 2 || line.right > right + 2)
      const isBelow = lines.some((line) => line.top < top - 4 || line.bottom > bottom + 4)
      const isCell = box.matches('td, th')
      if (isOutside && (isCell || /hidden|clip/.test(style.overflowX))) problems.push(`cut off at the side: ${text.slice(0, 60)}`)
      if (isBelow && (isCell || /hidden|clip/.test(style.overflowY))) problems.push(`cut off below: ${text.slice(0, 60)}`)
      if (isOutside || isBelow || /auto|scroll/.test(style.overflowX + style.overflowY)) break
    }
  }

  // Texts must not overlap, apart from those that are meant to float, and as far as they are visible.
  const flowing = texts.flatMap((one) => {
    let lines: { left: number; right: number; top: number; bottom: number }[] = one.lines
    for (let box: Element | null = one.element; box; box = box.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(box)
      if (/fixed|sticky|absolute/.test(position)) return []
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const clip = box.getBoundingClientRect()
      lines = lines.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, clip.left),
        right: Math.min(right, clip.right),
        top: Math.max(top, clip.top),
        bottom: Math.min(bottom, clip.bottom),
      }))
    }
    return [{ ...one, lines }]
  })
  flowing.forEach(({ element, text, lines }, index) => {
    for (const other of flowing.slice(index + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue
      const overlaps = lines.some((a) =>
        other.lines.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5,
        ),
      )
      if (overlaps) problems.push(`overlap: ${text.slice(0, 40)} / ${other.text.slice(0, 40)}`)
    }
  })
  return [...new Set(problems)]
}

/** Words that are not in the catalogue: brands, degrees, languages' own names, names of formats, keys and variables, addresses, hosts and usernames. */
export const notTranslated =
  /Staff Activity and Performance Portal|Your University|Quality Assurance Office|[\w.+-]*@[\w.-]+|https?:\S*|[\w*-]+(?:\.[a-z]+)+\.com\b|M\.A\.|npm run backup|\b(?:user-[\w-]+|admin|English|PhD|Master|[A-Z]+(?:_[A-Z]+)+|DIGEST|UTC|PostgreSQL|PDF|CSV|XLSX|Ctrl|Esc)\b/g

/** Every text with Latin letters, also those that only screen readers read; the calls of the API have none but English names. Runs in the browser. */
export function latinTexts(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, noscript, code, [inert], #load-error')) found.push(node.textContent ?? '')
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
  found.push(document.title)
  return found.map((text) => text.trim()).filter((text) => /[A-Za-z]{2}/.test(text))
}
