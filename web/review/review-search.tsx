import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { ServerSearch } from '../ui/server-search.tsx'

export function ReviewSearch(props: { value: string; onChange: (text: string) => void }) {
  return <ServerSearch {...props} label={useSay()(messages.review.search)} />
}
