import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { readOpenForm, storeOpenForm } from '../../drafts/drafts.ts'
import { useRules } from '../../entities/rules/rules.api.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { rulesForm } from './rules-values.ts'
import { FormerVersions, VersionView } from './rules-version.tsx'

const RulesEditor = lazyComponent(() => import('./rules-editor.tsx'), 'RulesEditor', 'all')

/** The section of the version in force, the former ones, and the next one while it is written. */
export function RulesSection() {
  const say = useSay()
  const { data: versions, isLoadingError, isFetching, refetch } = useRules()
  const [isOpen, setIsOpen] = useState(() => readOpenForm(rulesForm) !== undefined)
  const [newest, ...former] = versions ?? []

  function open(next: boolean) {
    storeOpenForm(rulesForm, next ? 'new' : undefined)
    setIsOpen(next)
  }

  return (
    <section aria-labelledby="rules" className="rounded-lg border border-line bg-card shadow-soft">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 pt-4 pb-3 sm:px-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="rules" className="text-lg">
            {say(messages.rules.title)}
          </h2>
          <p className="mt-0.5 text-sm text-quiet">
            <bdi>{say(messages.rulesEditor.summary)}</bdi> <bdi>{say(messages.grading.whyTwo)}</bdi>
          </p>
        </div>
        {newest && !isOpen && <Button onClick={() => open(true)}>{say(messages.rulesEditor.newVersion)}</Button>}
      </div>
      {isLoadingError ? (
        <div className="px-4 pb-4 sm:px-5">
          <LoadFailure message={say(messages.rules.loadFailed)} onRetry={refetch} busy={isFetching} />
        </div>
      ) : !newest ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : (
        <>
          <VersionView version={newest} isInForce />
          {isOpen && (
            <LazyBoundary>
              <RulesEditor newest={newest} onClose={() => open(false)} />
            </LazyBoundary>
          )}
          {former.length > 0 && <FormerVersions versions={former} />}
        </>
      )}
    </section>
  )
}
