import { useCallback } from 'react'
import type { Department } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useReadDepartment, useSaveHeads } from '../entities/departments/departments.api.ts'
import { OfficeDialog } from '../entities/members/office-dialog.tsx'
import { useLanguage } from '../language/language.ts'

type Props = { department: Department; onClose: () => void }

/** Chooses the heads of a department among its staff members. */
export function HeadsDialog({ department, onClose }: Props) {
  const { id } = department
  const words = messages.myDepartment
  const name = localized(useLanguage(), department, 'name')
  const readLatest = useReadDepartment()
  const { mutateAsync: saveHeads } = useSaveHeads()
  return (
    <OfficeDialog
      name={name}
      words={{
        title: words.headsOf({ name }),
        meaning: words.headsMeaning,
        holders: words.heads,
        add: words.addHead,
        noneChosen: words.noHeadChosen,
        noMember: words.noMemberToChoose,
        noSuchMember: words.noSuchMember,
        saved: words.headsSaved,
        failed: words.headsFailed,
        savedMeanwhile: words.headsSavedMeanwhile,
      }}
      holders={department.heads}
      isOf={useCallback((departmentId) => departmentId === id, [id])}
      save={({ holders, previous }) => saveHeads({ id, heads: holders, previous })}
      readLatest={async () => (await readLatest(department)).heads}
      onClose={onClose}
    />
  )
}
