// This import has the types of cdp().
import type {} from '@vitest/browser-playwright'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import htmlFile from '../../web/index.html?raw'

/** The rules whose result differs between light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The viewport of the portal's pages, which allows zooming: the HTML file of the test runner has its own. */
const viewport = /<meta name="viewport" content="([^"]*)"/.exec(htmlFile)?.[1] ?? ''

/** Sets the timeout of the tests of one file: axe looks at every element of a page, several times. */
export function giveTimeToAxe() {
  vi.setConfig({ testTimeout: 90_000 })
}

/**
 * The problems of the page: by all rules in light mode, and by the colour rules in dark mode. The page stands in a frame of the test
 * runner, but axe starts inside of it: the rules about the whole document count (title, language, landmarks, headings).
 */
export function axeViolations(without: readonly string[] = []) {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  document.querySelector('meta[name="viewport"]')?.setAttribute('content', viewport)
  return violationsFoundBy((options) => axe.run(document, { rules, ...options }))
}

/** The problems of a page that the server renders by itself, in a frame of its own: it has another document. */
export async function axeViolationsIn(html: string) {
  const frame = document.createElement('iframe')
  frame.style.cssText = `border: 0; width: ${window.innerWidth}px; height: ${window.innerHeight}px`
  frame.srcdoc = html
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  try {
    await loaded
    const inside = frame.contentWindow as Window & { Function: FunctionConstructor; axe: typeof axe }
    inside.Function(axe.source)()
    return await violationsFoundBy((options) => inside.axe.run(inside.document, options))
  } finally {
    frame.remove()
  }
}

/**
 * Expects no problems. `without: ['region']` is for an open menu: it stands at the end of the document, beside the landmarks; focus is
 * moved into it.
 */
export async function expectNoAxeViolations({ without = [] }: { without?: string[] } = {}) {
  expect(await axeViolations(without)).toEqual({ light: [], dark: [] })
}

async function violationsFoundBy(run: (options: RunOptions) => Promise<AxeResults>) {
  const violations = async (options: RunOptions) => readable(await run({ ...options, resultTypes: ['violations'] }))
  const light = await violations({})
  await prefer('dark')
  try {
    return { light, dark: await violations({ runOnly: colourRules }) }
  } finally {
    await prefer('light')
  }
}

function readable({ violations }: AxeResults): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${failureSummary.replace(/\s+/g, ' ')} ${html}`),
  )
}

/** Sets the colour scheme, and reduced motion as in the configuration of the browser: the two are set together. */
async function prefer(scheme: 'light' | 'dark') {
  const features = [
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]
  await cdp().send('Emulation.setEmulatedMedia', { features })
}
