import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useBranding } from '../branding/branding.ts'
import { useSay } from '../language/language.ts'
import { messageOfCaught } from '../routing/lazy-component.tsx'
import { Button } from '../ui/button.tsx'
import { useBackOnline, useIsOnline } from '../ui/online.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Full-page states without a dashboard: loading, failed, and not found. */

export function LoadingScreen() {
  const say = useSay()
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    </main>
  )
}

export function ErrorScreen({ error }: { error: unknown }) {
  const say = useSay()
  const router = useRouter()
  const isOnline = useIsOnline()
  useBackOnline(() => void router.invalidate())
  const { offline, nothingStored } = messages.general
  const reason = isOnline ? say(messageOfCaught(error)) : `${say(offline)} ${say(nothingStored)}`
  return (
    <StatusScreen title={say(messages.pages.failedTitle)} text={reason}>
      <Button look="primary" onClick={() => void router.invalidate()}>
        {say(messages.actions.tryAgain)}
      </Button>
    </StatusScreen>
  )
}

export function NotFoundScreen() {
  const say = useSay()
  return (
    <StatusScreen title={say(messages.pages.notFoundTitle)} text={say(messages.pages.notFoundText)}>
      {/* '/' redirects to sign-in or the user's dashboard. A plain link keeps the router's Link out of the sign-in bundle. */}
      <a
        href="/"
        className="inline-flex min-h-10 max-sm:min-h-11 items-center rounded-md bg-brand px-4 font-medium text-on-brand hover:bg-brand-strong"
      >
        {say(messages.pages.wayHome)}
      </a>
    </StatusScreen>
  )
}

function StatusScreen({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { portal_title, university_name, logo_url } = useBranding()
  usePageTitle(title, portal_title)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-6 py-12">
      <div className="flex max-w-md flex-col items-center text-center">
        <img src={logo_url} alt="" width="64" height="64" className="size-16 object-contain" />
        <p className="mt-4 text-sm text-quiet">{university_name || portal_title}</p>
        <div aria-hidden="true" className="my-6 h-px w-16 bg-brass" />
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 mb-8 text-balance text-quiet">
          <bdi>{text}</bdi>
        </p>
        {children}
      </div>
    </main>
  )
}
