import type { AsyncRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, use, useCallback, useEffect } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { messageOf } from '../http/api.ts'
import { loadLaterWords, useSay } from '../language/language.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { useBackOnline } from '../ui/online.ts'
import { toast } from '../ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** The error of a script that a running page could not load. */
export class ScriptNotLoaded extends Error {
  readonly forget: () => void
  constructor(cause: unknown, forget = () => {}) {
    super('a script could not be loaded', { cause })
    this.forget = forget
  }
}

type Props<Component> = Component extends ComponentType<infer P> ? P : never

/**
 * A component whose script is loaded when it is first rendered or preloaded. If that fails, the nearest error boundary shows it and loads
 * again on demand. The router's lazyRouteComponent would reload the page: over unsaved input, and into the browser's own error page.
 */
export function lazyComponent<Module extends Record<Name, ComponentType<never>>, Name extends keyof Module & string>(
  importer: () => Promise<Module>,
  name: Name,
  /** `all` for what says a sentence of the later words: testing/later-words.test.ts. */
  words: 'first' | 'all' = 'first',
): AsyncRouteComponent<Props<Module[Name]>> {
  let component: ComponentType<object> | undefined
  let loading: Promise<void> | undefined
  const forget = () => {
    loading = undefined
  }
  const load = () => {
    loading ??= Promise.all([importer(), words === 'all' && loadLaterWords()]).then(
      ([module]) => {
        component = module[name] as ComponentType<object>
      },
      (cause) => {
        throw new ScriptNotLoaded(cause, forget)
      },
    )
    return loading
  }

  function Lazy(props: Props<Module[Name]>) {
    if (!component) use(load())
    return component && createElement(component, props as object)
  }
  // A failed preload is ignored: the error is shown where the component is rendered, which loads it again.
  return Object.assign(Lazy, { preload: () => load().catch(forget) })
}

/** Forgets a failed script, for `onCatch` of an error boundary: its next attempt loads the script again. */
export function forgetFailedScript(error: unknown) {
  if (error instanceof ScriptNotLoaded) error.forget()
}

type BoundaryProps = {
  children: ReactNode
  /** The content while the component is loading. */
  fallback?: ReactNode
  /** A key whose change starts another attempt. */
  resetKey?: unknown
  /** The heading above a failure. */
  heading?: string
  /** The message when the script could not be loaded. */
  message?: Message
  /** Closes a dialog that could not be loaded: a toast says why, and opening it again is the next attempt. */
  onFailure?: () => void
}

/** The boundary around a lazy component: shows that it is loading, or a failure with Try again in its place. */
export function LazyBoundary({ children, fallback, resetKey, heading, message, onFailure }: BoundaryProps) {
  // The component is the same in every render: another one would mount anew, and Try again would lose the focus.
  const Failure = useCallback(
    ({ error, reset }: { error: unknown; reset: () => void }) =>
      onFailure ? (
        <DialogFailure error={error} message={message} onFailure={onFailure} />
      ) : (
        <PartFailure error={error} message={message} heading={heading} reset={reset} />
      ),
    [heading, message, onFailure],
  )
  return (
    <ErrorBoundary resetKey={resetKey} onCatch={forgetFailedScript} Failure={Failure}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** The message for an error that an error boundary caught. */
export function messageOfCaught(error: unknown, message: Message = messages.general.scriptNotLoaded): Message {
  return error instanceof ScriptNotLoaded ? message : messageOf(error, messages.general.unexpectedClient)
}

type FailureProps = { error: unknown; message: Message | undefined }

function PartFailure({ error, message, heading, reset }: FailureProps & { heading: string | undefined; reset: () => void }) {
  const say = useSay()
  useBackOnline(reset)
  return (
    <>
      {heading && <h1 className="text-[1.75rem]">{heading}</h1>}
      <LoadFailure message={say(messageOfCaught(error, message))} onRetry={reset} />
    </>
  )
}

function DialogFailure({ error, message, onFailure }: FailureProps & { onFailure: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it failed.
  useEffect(() => {
    toast(messageOfCaught(error, message), { kind: 'bad', topic: 'dialog-failed' })
    onFailure()
  }, [])
  return null
}
