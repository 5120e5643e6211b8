import { useId } from 'react'
import type { Term } from '../../contract/terms.ts'

type Props = { terms: readonly Term[] | undefined; chosen: Term | undefined; onChoose: (term: Term) => void; label?: string }

/** Selects the term whose scores are shown. Empty while the terms are loading. */
export function TermPicker({ terms, chosen, onChoose, label = 'Term' }: Props) {
  const id = useId()
  if (!terms) return null
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const term = terms.find((other) => other.id === Number(event.target.value))
          if (term) onChoose(term)
        }}
        className="min-h-10 max-w-[min(16rem,100%)] rounded-md border border-edge/70 bg-card px-3 hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1"
      >
        {!chosen && <option value="">Choose a term</option>}
        {terms.map((term) => (
          <option key={term.id} value={term.id}>
            {term.name}
            {note(term)}
          </option>
        ))}
      </select>
    </>
  )
}

function note({ is_current, status }: Term): string {
  const words = [is_current && 'current', status === 'closed' && 'closed'].filter(Boolean)
  return words.length > 0 ? ` (${words.join(', ')})` : ''
}
