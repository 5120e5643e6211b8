import { useId } from 'react'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Term } from '../../../contract/terms.ts'
import { useSay } from '../../language/language.ts'
import { termName } from './term-name.ts'

type Props = { terms: readonly Term[] | undefined; chosen: Term | undefined; onChoose: (term: Term) => void; label?: string }

/** Selects the term whose scores are shown. Empty while the terms are loading. */
export function TermPicker({ terms, chosen, onChoose, label }: Props) {
  const say = useSay()
  const id = useId()
  if (!terms) return null
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label ?? say(messages.fields.term)}
      </label>
      <select
        id={id}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const term = terms.find((other) => other.id === Number(event.target.value))
          if (term) onChoose(term)
        }}
        className="min-h-10 max-sm:min-h-11 min-w-0 max-w-[min(16rem,100%)] text-ellipsis rounded-md border border-edge/70 bg-card px-3 max-sm:px-2.5 max-sm:text-[0.8125rem] hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1"
      >
        {!chosen && <option value="">{say(messages.terms.choose)}</option>}
        {terms.map((term) => (
          <option key={term.id} value={term.id}>
            {nameOf(say, term)}
          </option>
        ))}
      </select>
    </>
  )
}

/** The name of a term, with its state where that is not usual. */
function nameOf(say: Say, { is_current, status, ...named }: Term): string {
  const name = termName(named)
  const { currentName, closedName, currentClosedName } = messages.terms
  if (status === 'closed') return say((is_current ? currentClosedName : closedName)({ name }))
  return is_current ? say(currentName({ name })) : name
}
