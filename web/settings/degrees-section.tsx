import type { Degree } from '../../contract/degrees.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDegrees, useDeleteDegree } from '../entities/degrees/degrees.api.ts'
import { useLanguage } from '../language/language.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { AllNames } from './all-names.tsx'
import { DegreeForm } from './degree-form.tsx'
import { type ItemHandlers, ListSection } from './list-section.tsx'

/** The degrees that users may have, with their names in every language. */
export function DegreesSection() {
  return (
    <ListSection
      id="degrees"
      form="degree"
      list={useDegrees()}
      sentences={messages.degrees}
      Form={({ row, ...handlers }) => <DegreeForm degree={row} {...handlers} />}
      Item={DegreeItem}
    />
  )
}

function DegreeItem({ row: degree, onEdit, onDeleted }: ItemHandlers<Degree> & { row: Degree }) {
  const language = useLanguage()
  const { mutate, isPending } = useDeleteDegree(onDeleted)
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-1.5">
      <AllNames row={degree} />
      <RowActions
        name={localized(language, degree, 'name')}
        deleting={isPending}
        onEdit={(button) => onEdit(degree, button)}
        onDelete={() => mutate(degree)}
      />
    </li>
  )
}
