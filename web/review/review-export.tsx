import { typeName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { type ReviewFilters, readAllToReview } from '../entities/review/review.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { dayOf } from '../ui/dates.ts'
import type { ExportedColumn } from '../ui/export-file.ts'
import { ExportMenu, listFormats } from '../ui/export-menu.tsx'
import { isWarned } from './second-look.ts'

/** The export of a list of Review as it is filtered, with the postings that are not loaded yet. */
export function ReviewExport({ filters }: { filters: ReviewFilters }) {
  const say = useSay()
  const language = useLanguage()
  const { fields, review, reviewFilters, postedActivities, rules, statements } = messages
  const yesOrNo = (is: boolean) => say(is ? messages.general.yes : messages.general.no)
  const columns: ExportedColumn<PostingToReview>[] = [
    { header: say(review.postedOn), value: ({ posted_at }) => dayOf(new Date(posted_at)) },
    { header: say(fields.name), value: (posting) => shownMember(language, posting) },
    { header: say(fields.department), value: (posting) => localized(language, posting, 'department_name') },
    { header: say(fields.activity), value: (posting) => localized(language, posting, 'activity_name') },
    { header: say(fields.startingDate), value: ({ starting_date }) => starting_date },
    { header: say(fields.type), value: ({ type }) => say(typeName(type)) },
    { header: say(fields.score), value: ({ score }) => score },
    { header: say(rules.countedPoints), value: ({ counted_points }) => counted_points },
    { header: say(fields.link), value: ({ link }) => link },
    { header: say(review.evidence), value: ({ image_id, files }) => files.length + (image_id ? 1 : 0) },
    { header: say(reviewFilters.marks.warning), value: (posting) => yesOrNo(isWarned(posting)) },
    { header: say(reviewFilters.marks.resubmitted), value: (posting) => yesOrNo(posting.edits_since_return.length > 0) },
    { header: say(statements.state), value: ({ state }) => say(postedActivities.states[state]) },
    { header: say(fields.reason), value: (posting) => localized(language, posting, 'returned_reason') },
    { header: say(reviewFilters.reviewer), value: ({ reviewed_by_name }) => reviewed_by_name },
  ]
  return (
    <ExportMenu
      formats={listFormats}
      onChoose={async (format) => {
        const [rows, { exportRows }] = await Promise.all([readAllToReview(filters), import('../ui/export-file.ts')])
        const title = [say(messages.panels.review), say(review.tabs[filters.state ?? 'posted'])] as const
        await exportRows(say, format, title, { columns, rows })
      }}
    />
  )
}
