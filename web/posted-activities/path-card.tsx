import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { LazyBoundary, lazyComponent } from '../lazy-component.tsx'

const YourPath = lazyComponent(() => import('../overview/your-path.tsx'), 'YourPath')

type Props = {
  userId: number
  /** There is no other term yet to compare with. */
  isOnlyTerm: boolean
}

/** From term to term. Loaded after the rest and last on the page, so that its height shifts nothing else. */
export function PathCard({ userId, isOnlyTerm }: Props) {
  const say = useSay()
  return (
    <section aria-labelledby="your-path" className="rounded-lg border border-line bg-card px-4 py-3 shadow-soft">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="your-path" className="text-lg">
          {say(messages.overview.yourPath)}
        </h2>
        {!isOnlyTerm && <p className="text-sm text-quiet">{say(messages.overview.pathBasis)}</p>}
      </div>
      {isOnlyTerm ? (
        <p className="text-quiet">
          <bdi>{say(messages.overview.pathBegins)}</bdi>
        </p>
      ) : (
        <div className="h-84 sm:h-38">
          <LazyBoundary message={messages.overview.pathFailed}>
            <YourPath userId={userId} />
          </LazyBoundary>
        </div>
      )}
    </section>
  )
}
