import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Term } from '../../../contract/terms.ts'
import { useTerms } from './terms.api.ts'

/** The term that a panel shows: the one in the URL, else the current one. */
export function useTermInAddress() {
  const { term: termInAddress } = useSearch({ strict: false })
  const navigate = useNavigate()
  const terms = useTerms()
  const term = terms.data?.find(({ id }) => id === termInAddress) ?? terms.data?.find(({ is_current }) => is_current)

  /** Stores the term in the URL. Without an id the URL means the current term, whichever that is when it is opened again. */
  function chooseTerm({ id, is_current }: Term) {
    void navigate({
      to: '.',
      search: ({ term: _, against, ...rest }) => ({
        ...rest,
        ...(is_current ? {} : { term: id }),
        // The Overview compares a term with another, never with itself.
        ...(against === undefined || against === id ? {} : { against }),
      }),
    })
  }

  return { terms, term, termInAddress, chooseTerm }
}
