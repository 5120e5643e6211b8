import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Branding } from '../../contract/branding.ts'
import { pages } from '../../contract/pages.ts'
import { escapeHtml } from './escape-html.ts'

/** As web/first-paint.tsx draws them. */
type FirstPaints = Record<'login' | 'admin' | 'staff' | 'tab' | 'failed', string>

interface FirstPaint {
  page: string
  /** Hidden, unless the scripts do not come. */
  failed: string
}

/**
 * What a page shows before its scripts are there. Somebody who is signed in is about to leave the login page, and somebody who is not a
 * dashboard: neither is shown what they will not stay on.
 */
export function readFirstPaints(folder: string, branding: Branding) {
  const file = join(folder, '.vite', 'first-paints.json')
  const drawn: FirstPaints | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

  function paintOf(path: string, hasTab: boolean, isSignedIn: boolean): string | undefined {
    if (path === pages.login) return isSignedIn ? undefined : drawn?.login
    if (!isSignedIn) return undefined
    if (path === pages.adminDashboard) return hasTab ? drawn?.tab : drawn?.admin
    if (path === pages.staffDashboard) return hasTab ? drawn?.tab : drawn?.staff
    return undefined
  }

  return (path: string, hasTab: boolean, isSignedIn: boolean): FirstPaint | undefined => {
    const paint = paintOf(path, hasTab, isSignedIn)
    if (!drawn || !paint) return undefined
    const page = paint.replace(/\{(\w+)\}/g, (blank, name: keyof Branding) =>
      name in branding ? escapeHtml(branding[name]) : blank,
    )
    return { page, failed: drawn.failed }
  }
}

/**
 * Nobody can touch it before it works. The scripts wait in a template until it has been painted (web/public/start.js): the browser would
 * fetch both at once and paint late.
 */
export function withFirstPaint(html: string, paint: FirstPaint | undefined): string {
  if (!paint) return html
  const scripts = html.match(/<script type="module".*?<\/script>|<link rel="modulepreload"[^>]*>/g) ?? []
  return scripts
    .reduce((page, script) => page.replace(script, ''), html)
    .replace('<div id="root"></div>', () => `<div id="root" inert>${paint.page}</div>${paint.failed}`)
    .replace('</body>', () => `<template id="scripts">${scripts.join('')}</template><script src="/start.js"></script></body>`)
}
