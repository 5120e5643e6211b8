import { RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach } from 'vitest'
import { page } from 'vitest/browser'
import type { Language } from '../../contract/languages/languages.ts'
import { forgetChosenLanguage } from '../../web/auth/account-language.ts'
import { refreshBranding } from '../../web/branding/branding.ts'
import { forgetAccountDrafts } from '../../web/drafts/account-drafts.ts'
import { call } from '../../web/http/api.ts'
import { changeLanguage, loadLaterWords, loadPageLanguage } from '../../web/language/language.ts'
import { router } from '../../web/router.tsx'
import { clearSession, storeSession } from '../../web/session/session.ts'
import '../../web/styles.css'
import { dismissToasts } from '../../web/ui/toast.tsx'
import type { factories } from '../factories.ts'
import { restoreNetwork } from './network.ts'

type Person = { username: string }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function ask(path: string, body: object): Promise<unknown> {
  const reply = await fetch(`/portals${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await reply.json()
  if (!reply.ok) throw new Error(String(answer))
  return answer
}

let isMounted = false

/** Mounts the application once, as main.tsx does: the router is a module, and follows the address only while it is mounted. */
function mountApplication() {
  if (isMounted) return
  isMounted = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(RouterProvider, { router }))
}

type Options = {
  language?: Language
  width?: number
  height?: number
  /** Whether a new portal shows its first steps to administrators: they would stand above every list of users. */
  firstSteps?: boolean
}

/**
 * The real server on a database of its own, for the tests of one file: `const portal = await startPortal()`. Its pages are rendered in
 * this browser, without a page load. Environment variables are settings of the server.
 */
export async function startPortal(environment: Record<string, string> = {}) {
  await loadPageLanguage()
  await loadLaterWords()
  const id = (await ask('', { environment })) as string
  const about = (action: string, body: object) => ask(`/${id}/${action}`, body)

  afterEach(async () => {
    restoreNetwork()
    sessionStorage.clear()
    clearSession()
    await forgetAccountDrafts()
    // People of another file may have the same ids.
    for (const database of ['outbox', 'shared']) indexedDB.deleteDatabase(database)
    dismissToasts()
    forgetChosenLanguage()
    // The page of this person is unmounted: the next person gets a new one with an empty cache. No test begins at this address: the
    // login page, too, would keep what was typed and the open second step.
    await router.navigate({ href: '/between-tests' })
  })
  afterAll(() => about('stop', {}))

  /** Rows, as the API tests make them. */
  const make = new Proxy({} as ReturnType<typeof factories>, {
    get:
      (_, factory) =>
      (...values: unknown[]) =>
        about('make', { factory, values }),
  })

  return {
    make,

    /** Reads or prepares data, as the owner of the tables. */
    async sql<Row extends object = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
      return (await about('sql', { text, values })) as Row[]
    },

    /** Calls the API as another user meanwhile: `await portal.as(admin)('PUT', '/departments/1', { name: 'Physics' })`. */
    as: (user: Person) => async (method: Method, url: string, payload?: object) =>
      (await about('call', { user, method, url, payload })) as { status: number; body: Record<string, unknown> },

    /** Opens a page as a person who has just signed in, or signed out with null. */
    async open(address: string, user: Person | null, { language = 'en', width = 1280, height = 800, firstSteps }: Options = {}) {
      await page.viewport(width, height)
      // A test is faster than a hand: a click at the place of the last one would be the second half of a double click.
      document.body.dispatchEvent(new MouseEvent('click', { detail: 0 }))
      await about('session', { user })
      await changeLanguage(language)
      await refreshBranding()
      if (user) {
        const me = await call('GET /auth/me')
        storeSession(me.user, me)
        if (!firstSteps) localStorage.setItem('first_steps', 'later')
      }
      mountApplication()
      await router.navigate({ href: address })
    },
  }
}
