import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Props = {
  title: string
  /** Controls beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A part of the page. Its content is rendered, and so fetched, when the reader comes near it. */
export function PersonSection({ title, tools, children }: Props) {
  const id = useId()
  const [section, isSeen] = useSeen()
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className="rounded-lg border border-line bg-card shadow-soft print:break-inside-auto"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {tools}
      </div>
      {isSeen ? children : <div className="min-h-32" />}
    </section>
  )
}

/** Whether the element has come near the window since it was there. */
function useSeen() {
  const element = useRef<HTMLElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [element, isSeen] as const
}

type Loaded<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  failed: Message
  children: (data: Data) => ReactNode
}

/** What a section has loaded; until then, or instead, what became of it. */
export function SectionContent<Data>({ query, failed, children }: Loaded<Data>) {
  const say = useSay()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <div className="px-4 py-5 sm:px-5">
      {error ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? failed)} onRetry={refetch} busy={isFetching} />
      ) : (
        <p role="status" className="flex min-h-20 items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </div>
  )
}

export function NothingHere({ children }: { children: string }) {
  return (
    <p className="px-4 py-6 text-quiet sm:px-5">
      <bdi>{children}</bdi>
    </p>
  )
}
