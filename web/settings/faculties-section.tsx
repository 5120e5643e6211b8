import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Faculty } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDeleteFaculty, useFaculties } from '../entities/faculties/faculties.api.ts'
import { namesOf } from '../entities/members/names-of.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { AllNames } from './all-names.tsx'
import { FacultyForm } from './faculty-form.tsx'
import { type ItemHandlers, ListSection } from './list-section.tsx'

const DeansDialog = lazyComponent(() => import('./deans-dialog.tsx'), 'DeansDialog', 'all')

/** The faculties with their names in every language, what belongs to them, and their deans. */
export function FacultiesSection() {
  return (
    <ListSection
      id="faculties"
      form="faculty"
      list={useFaculties()}
      sentences={messages.faculties}
      Form={({ row, ...handlers }) => <FacultyForm faculty={row} {...handlers} />}
      Item={FacultyItem}
    />
  )
}

function FacultyItem({ row: faculty, onEdit, onDeleted }: ItemHandlers<Faculty> & { row: Faculty }) {
  const say = useSay()
  const language = useLanguage()
  const words = messages.faculties
  const { mutate, isPending } = useDeleteFaculty(onDeleted)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const name = localized(language, faculty, 'name')
  const { department_count, member_count, deans } = faculty
  const names = namesOf(say, language, deans)
  const consequence = [
    words.deleteConsequence({ count: department_count }),
    ...(deans?.length ? [words.deansEndWithFaculty] : []),
  ]
  return (
    <li className="px-3 py-1.5">
      <div className="flex items-center justify-between gap-4">
        <AllNames row={faculty} />
        <RowActions
          name={name}
          deleting={isPending}
          onEdit={(button) => onEdit(faculty, button)}
          onDelete={() => (department_count > 0 ? setIsConfirming(true) : mutate(faculty))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-quiet">
        <bdi>
          {say(
            words.counts({
              departments: words.departments({ count: department_count }),
              members: words.members({ count: member_count }),
            }),
          )}
        </bdi>
        <button
          type="button"
          aria-label={say(words.changeDeans({ name, deans: names || messages.general.none }))}
          onClick={() => setIsOpen(true)}
          onPointerEnter={() => void DeansDialog.preload?.()}
          className="flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-sm text-ink hover:text-brand max-sm:min-h-11 print:hidden"
        >
          <bdi className="wrap-anywhere">{say(messages.general.labelled({ label: words.deans, value: names || '–' }))}</bdi>
          <Pencil aria-hidden="true" className="size-3 shrink-0" />
        </button>
      </div>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <DeansDialog faculty={faculty} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
      {department_count > 0 && (
        <ConfirmDialog
          open={isConfirming}
          question={say(words.deleteQuestion({ name }))}
          consequence={consequence.map(say).join(' ')}
          confirmLabel={say(messages.actions.delete)}
          onConfirm={() => {
            setIsConfirming(false)
            mutate(faculty)
          }}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </li>
  )
}
