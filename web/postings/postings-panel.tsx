import { Link, useSearch } from '@tanstack/react-router'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { DonePanel } from './done-panel.tsx'
import { PostingsList } from './postings-list.tsx'
import { commonFilters } from './postings-place.ts'

/** All postings of the university, or of the department of a head: as a list, and counted. */
export function PostingsPanel() {
  const { section } = useSearch({ strict: false })
  return section === 'done' ? (
    <DonePanel sections={<Sections open="done" />} />
  ) : (
    <PostingsList sections={<Sections open="list" />} />
  )
}

function Sections({ open }: { open: 'list' | 'done' }) {
  const say = useSay()
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const common = Object.fromEntries(
    commonFilters.flatMap((filter) => (address[filter] === undefined ? [] : [[filter, address[filter]]])),
  )
  const words = messages.postingList.sections
  return (
    <nav aria-label={say(words.label)} className="-mt-1 border-b border-line print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {(['list', 'done'] as const).map((section) => (
          <li key={section}>
            <Link
              to="."
              search={{ tab: 'postings', ...(section === 'done' ? { section } : {}), ...common }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={section === open ? 'page' : undefined}
              className="-mb-px flex min-h-10 max-sm:min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brass aria-[current=page]:text-ink sm:px-4"
            >
              {say(words[section])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
