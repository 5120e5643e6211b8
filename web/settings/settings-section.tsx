import { type ReactNode, type Ref, useId } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import type { PortalSettingsReply } from '../../contract/portal-settings.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useSettings } from './settings.api.ts'

type Props = {
  title: string
  about?: string
  /** The heading, to which focus moves after a save: the form starts anew. */
  headingRef?: Ref<HTMLHeadingElement>
  /** The height of the loaded content, so that nothing moves when it is loaded. */
  minHeight: string
  children: (reply: PortalSettingsReply) => ReactNode
}

/** One card of the Settings panel, whose content needs the settings. */
export function SettingsSection({ title, about, headingRef, minHeight, children }: Props) {
  const say = useSay()
  const direction = directionOf(useLanguage())
  const id = useId()
  const { data, isLoadingError, error, isFetching, refetch } = useSettings()
  return (
    <section
      aria-labelledby={id}
      className={`shrink-0 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5 ${data || isLoadingError ? '' : minHeight}`}
    >
      <h2 id={id} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h2>
      {about && (
        // The direction is that of the sentence: some begin with a Latin word, PNG.
        <p dir={direction} className="mt-0.5 text-start text-sm text-quiet">
          {about}
        </p>
      )}
      <div className="mt-4">
        {isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(error) ?? messages.settings.loadFailed)}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : data ? (
          children(data)
        ) : (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
    </section>
  )
}
