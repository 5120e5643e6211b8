/** The size that a finger needs, in CSS pixels: WCAG 2.5.5. */
const least = 44

const interactive =
  'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, summary, [role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"], [role="option"], [role="tab"], [role="switch"]'

/** What can be pressed and is too small for a finger, each as a line: its name, its size, its classes. */
export function tooSmallTargets(): string[] {
  const scrolled = { left: window.scrollX, top: window.scrollY }
  const found = [...document.querySelectorAll<HTMLElement>(interactive)]
    .filter((element) => isShown(element) && !isInSentence(element))
    .filter((element) => !isLargeEnough(element))
    .map(described)
  window.scrollTo({ ...scrolled, behavior: 'instant' })
  return found
}

/** The fields in which somebody types or chooses, and whose letters are so small that iOS zooms in. */
export function tooSmallLetters(): string[] {
  const fields = 'input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), select, textarea'
  return [...document.querySelectorAll<HTMLElement>(fields)]
    .filter((field) => isShown(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${described(field)} ${getComputedStyle(field).fontSize}`)
}

function isShown(element: HTMLElement): boolean {
  // What only a screen reader or the keyboard reaches is cut to nothing.
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert], [aria-hidden="true"], .sr-only'))
    return false
  // What is open lies over the rest.
  const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')].at(-1)
  return open === undefined || open.contains(element)
}

/** The exception for a link in a sentence: its height is that of the line, and a larger one would cover the lines around it (WCAG 2.5.8). */
function isInSentence(element: HTMLElement): boolean {
  if (!getComputedStyle(element).display.startsWith('inline')) return false
  const around = [...(element.parentElement?.childNodes ?? [])]
  const isText = (node: ChildNode) =>
    node !== element &&
    (node instanceof Text ||
      (node instanceof HTMLElement && getComputedStyle(node).display === 'inline' && !node.matches(interactive))) &&
    /[\p{L}\p{N}]/u.test(node.textContent ?? '')
  return getComputedStyle(element).display === 'inline' && around.some(isText)
}

/** A box with its label belongs together. A target may be larger than it looks: what counts is what a finger hits. */
function isLargeEnough(element: HTMLElement): boolean {
  const target = element.closest('label') ?? element
  const { width, height } = target.getBoundingClientRect()
  if (round(width) >= least && round(height) >= least) return true
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const hits = (left: number, top: number) => {
    const hit = document.elementFromPoint(left, top)
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
  }
  /** How far the area reaches from the middle of the element in a direction. */
  const reach = (across: number, down: number) => {
    let pixels = 0
    while (pixels < least && hits(x + across * (pixels + 1), y + down * (pixels + 1))) pixels += 1
    return pixels
  }
  return reach(-1, 0) + reach(1, 0) >= least - 1 && reach(0, -1) + reach(0, 1) >= least - 1
}

const round = (pixels: number) => Math.round(pixels * 10) / 10

function described(element: HTMLElement): string {
  const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  return `${element.localName} "${name.slice(0, 40)}" ${round(width)}x${round(height)} ${element.className.slice(0, 60)}`
}
