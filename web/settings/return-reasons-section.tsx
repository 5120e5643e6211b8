import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { ListedReason } from '../../contract/return-reasons.ts'
import { useDeleteReason, useReturnReasons } from '../entities/return-reasons/return-reasons.api.ts'
import { useLanguage } from '../language/language.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { AllNames } from './all-names.tsx'
import { type ItemHandlers, ListSection } from './list-section.tsx'
import { ReturnReasonForm } from './return-reason-form.tsx'

/** The reasons for which postings are returned, in the order of the office. */
export function ReturnReasonsSection() {
  const list = useReturnReasons()
  const next = 1 + Math.max(0, ...(list.data ?? []).map(({ place }) => place))
  return (
    <ListSection
      id="return-reasons"
      form="return-reason"
      list={list}
      sentences={messages.returnReasons}
      Form={({ row, ...handlers }) => <ReturnReasonForm reason={row} nextPlace={next} {...handlers} />}
      Item={ReasonItem}
    />
  )
}

function ReasonItem({ row: reason, onEdit, onDeleted }: ItemHandlers<ListedReason> & { row: ListedReason }) {
  const language = useLanguage()
  const { mutate, isPending } = useDeleteReason(onDeleted)
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-1.5">
      <span className="w-6 shrink-0 text-end text-quiet tabular-nums">{reason.place}</span>
      <AllNames row={reason} />
      <RowActions
        name={localized(language, reason, 'name')}
        deleting={isPending}
        onEdit={(button) => onEdit(reason, button)}
        onDelete={() => mutate(reason)}
      />
    </li>
  )
}
