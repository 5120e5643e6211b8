import { CornerUpLeft } from 'lucide-react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Edit } from '../../contract/review.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { changesSince, reasonIn } from './changes-since.ts'

/** The reason why the posting was returned before, and the changes of its owner since then. */
export function FormerReturn({ edits }: { edits: readonly Edit[] }) {
  const say = useSay()
  const language = useLanguage()
  const { data: terms } = useTerms()
  const changes = changesSince(say, language, edits, new Map(terms?.map((term) => [term.id, termName(term)])))
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <CornerUpLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass rtl:-scale-x-100" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{say(messages.review.returnedBefore)}</p>
        <p className="whitespace-pre-line">
          <bdi>{reasonIn(language, edits)}</bdi>
        </p>
        {changes.length > 0 && (
          <>
            <p className="mt-1.5 font-medium">{say(messages.review.changedSince)}</p>
            <ul>
              {changes.map(({ label, text }) => (
                <li key={label}>{say(messages.general.labelled({ label, value: text }))}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
