import { useCallback, useMemo } from 'react'
import type { Faculty } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { useReadFaculty, useSaveDeans } from '../entities/faculties/faculties.api.ts'
import { OfficeDialog } from '../entities/members/office-dialog.tsx'
import { useLanguage } from '../language/language.ts'

type Props = { faculty: Faculty; onClose: () => void }

/** Chooses the deans of a faculty among the staff members of its departments. */
export function DeansDialog({ faculty, onClose }: Props) {
  const { id } = faculty
  const words = messages.faculties
  const name = localized(useLanguage(), faculty, 'name')
  const { data: departments } = useDepartments()
  const readLatest = useReadFaculty()
  const { mutateAsync: saveDeans } = useSaveDeans()
  const own = useMemo(
    () => new Set(departments?.filter(({ faculty_id }) => faculty_id === id).map((department) => department.id)),
    [departments, id],
  )
  return (
    <OfficeDialog
      name={name}
      words={{
        title: words.deansOf({ name }),
        meaning: words.deansMeaning,
        holders: words.deans,
        add: words.addDean,
        noneChosen: words.noDeanChosen,
        noMember: words.noMemberToChoose,
        noSuchMember: words.noSuchMember,
        saved: words.deansSaved,
        failed: words.deansFailed,
        savedMeanwhile: words.deansSavedMeanwhile,
      }}
      holders={faculty.deans}
      isOf={useCallback((departmentId) => departmentId !== null && own.has(departmentId), [own])}
      save={({ holders, previous }) => saveDeans({ id, deans: holders, previous })}
      readLatest={async () => (await readLatest(faculty)).deans}
      onClose={onClose}
    />
  )
}
