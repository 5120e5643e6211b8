import type { CSSProperties } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { usePath } from '../entities/overview/overview.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'

const YourPath = lazyComponent(() => import('../entities/overview/your-path.tsx'), 'YourPath')

type Props = {
  userId: number
  /** The query of the path, once it was fetched or has failed. */
  path: ReturnType<typeof usePath>
}

/** The member's path from term to term. Only the chart is loaded later, and its height is known: it shifts nothing below it. */
export function PathCard({ userId, path: { data: path, error, isFetching, refetch } }: Props) {
  const say = useSay()
  const { yourPath, pathBasis, pathBegins, pathFailed } = messages.overview
  const hasChart = path !== undefined && path.length > 1
  return (
    <section aria-labelledby="your-path" className="rounded-lg border border-line bg-card px-4 py-3 shadow-soft">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="your-path" className="text-lg">
          {say(yourPath)}
        </h2>
        {hasChart && <p className="text-sm text-quiet">{say(pathBasis)}</p>}
      </div>
      {path === undefined ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? pathFailed)} onRetry={refetch} busy={isFetching} />
      ) : hasChart ? (
        // The height is known before the chart: on a phone that of all terms, and on a wide screen of two; further ones scroll.
        <div style={{ '--path-height': `${12.75 + 3 * path.length}rem` } as CSSProperties} className="h-(--path-height) sm:h-38">
          <LazyBoundary message={pathFailed}>
            <YourPath userId={userId} />
          </LazyBoundary>
        </div>
      ) : (
        <p className="text-quiet">
          <bdi>{say(pathBegins)}</bdi>
        </p>
      )}
    </section>
  )
}
