import { messages } from '../../../contract/languages/catalogue.ts'
import { refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import type { useAudit } from './audit.api.ts'

type Props = { audit: ReturnType<typeof useAudit>; summary?: string }

/** The part below a paginated list: the number of loaded rows, the button for the next page, and the reason why that page failed. */
export function ShowMore({ audit, summary }: Props) {
  const say = useSay()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = audit
  if (!summary && !hasNextPage) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {summary && (
        <p role="status" className="text-sm text-quiet">
          <bdi>{summary}</bdi>
        </p>
      )}
      {isFetchNextPageError && (
        <p role="alert" className="text-sm font-medium text-bad">
          {say(refusalOf(error) ?? messages.audit.loadFailed)}
        </p>
      )}
      {hasNextPage && (
        <Button size="small" className="print:hidden" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say(isFetchNextPageError ? messages.actions.tryAgain : messages.actions.showMore)}
        </Button>
      )}
    </div>
  )
}
