import type { Degree } from '../../contract/degrees.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languageNames, translatedLanguages } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { useDegrees, useDeleteDegree } from '../entities/degrees/degrees.api.ts'
import { useOpenForm } from '../forms/open-form.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DegreeForm } from './degree-form.tsx'

/** The degrees that users may have, with their names in every language. */
export function DegreesSection() {
  const say = useSay()
  const { data: degrees, isLoadingError, error, isFetching, refetch } = useDegrees()
  const { open, openFor, closeFor, leave, close, closeSaved } = useOpenForm<Degree>({
    form: 'degree',
    rows: degrees,
    gone: messages.degrees.notFound,
  })
  const edited = open === 'new' ? undefined : open

  return (
    <section aria-labelledby="degrees" className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="degrees" className="text-lg">
            {say(messages.degrees.title)}
          </h2>
          <p className="mt-0.5 text-sm text-quiet">{say(messages.degrees.about)}</p>
        </div>
        {degrees && (
          <Button onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}>
            {say(open ? messages.actions.cancel : messages.degrees.add)}
          </Button>
        )}
      </div>
      <div className="mt-4 space-y-4">
        {open && <DegreeForm key={edited?.id ?? 'new'} degree={edited} onSaved={closeSaved} onCancel={close} onLeave={leave} />}
        {isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(error) ?? messages.degrees.loadFailed)}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : !degrees ? (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        ) : degrees.length === 0 ? (
          <p className="text-quiet">{say(messages.degrees.empty)}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus moves here from the button of a deleted row, which is gone.
          <ul tabIndex={0} aria-labelledby="degrees" className="divide-y divide-line rounded-md border border-line">
            {degrees.map((degree) => (
              <DegreeItem key={degree.id} degree={degree} onEdit={openFor} onDeleted={closeFor} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

type ItemProps = {
  degree: Degree
  onEdit: (degree: Degree, button: HTMLElement) => void
  onDeleted: (id: number) => void
}

function DegreeItem({ degree, onEdit, onDeleted }: ItemProps) {
  const language = useLanguage()
  const { mutate, isPending } = useDeleteDegree(onDeleted)
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4">
        <bdi lang="en" className="font-medium">
          {degree.name}
        </bdi>
        {translatedLanguages.map((of) => {
          const name = degree.names[of]
          return (
            name && (
              <bdi key={of} lang={of} title={languageNames[of]} className="text-quiet">
                {name}
              </bdi>
            )
          )
        })}
      </div>
      <RowActions
        name={localized(language, degree, 'name')}
        deleting={isPending}
        onEdit={(button) => onEdit(degree, button)}
        onDelete={() => mutate(degree)}
      />
    </li>
  )
}
