import { useState } from 'react'
import { listOf, type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import type { User } from '../../contract/users.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { useDeans } from '../entities/faculties/deans.api.ts'
import { ConcernedMembers } from '../entities/members/concerned-members.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { type BulkSkipped, useBulkChange } from './bulk-users.api.ts'

type Props = {
  action: 'move' | 'remove'
  members: readonly User[]
  /** Called when the action is done, whether or not users were skipped. */
  onDone: () => void
  onClose: () => void
}

/** The dialog with the members and the change, before it is made; afterwards, the skipped users with the reasons. */
export function BulkDialog({ action, members, onDone, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { data: departments } = useDepartments()
  const { data: faculties = [] } = useDeans()
  const change = useBulkChange()
  const [chosen, setChosen] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState<Message>()
  const [skipped, setSkipped] = useState<BulkSkipped>()
  const isMove = action === 'move'
  const departmentId = Number(chosen)
  const concerned = isMove && chosen ? members.filter(({ department_id }) => department_id !== departmentId) : members
  const staying = members.length - concerned.length
  const heads = headsAmong(language, concerned, departments)
  const facultyAfter = isMove ? departments?.find(({ id }) => id === departmentId)?.faculty_id : undefined
  const deans = faculties
    .filter(({ id }) => !isMove || (chosen && id !== facultyAfter))
    .flatMap((faculty) => concerned.filter(({ id }) => faculty.deans?.some((dean) => dean.id === id)))
    .map((user) => shownName(language, user))
  const departmentOf = (user: User) => localized(language, user, 'department_name') ?? say(messages.departments.unknown)
  const target = departments?.find(({ id }) => id === departmentId)
  const { change: arrow } = messages.general
  const detailOf = (user: User) =>
    isMove && target ? say(arrow({ from: departmentOf(user), to: localized(language, target, 'name') })) : departmentOf(user)
  const { bulkUsers } = messages

  async function run() {
    setIsRunning(true)
    setFailure(undefined)
    try {
      const leftOut = isMove ? await change.move(concerned, departmentId) : await change.remove(concerned)
      onDone()
      if (leftOut.length === 0) onClose()
      else setSkipped(leftOut)
    } catch (error) {
      // A message may be a function, which React would call.
      setFailure(() => refusalOf(error) ?? bulkUsers.failed)
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <Dialog
      open
      wide
      onClose={() => !isRunning && onClose()}
      title={say((isMove ? bulkUsers.moveTitle : bulkUsers.removeTitle)({ count: members.length }))}
      description={skipped ? undefined : say(isMove ? bulkUsers.moveHint : bulkUsers.removeHint)}
    >
      {skipped ? (
        <LeftOut skipped={skipped} onClose={onClose} />
      ) : (
        <div className="space-y-4">
          {failure && <Banner kind="bad">{say(failure)}</Banner>}
          {isMove && (
            <SelectField
              label={say(messages.fields.department)}
              value={chosen}
              disabled={isRunning}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="">{say(messages.users.chooseDepartment)}</option>
              {departments?.map((department) => (
                <option key={department.id} value={department.id}>
                  {localized(language, department, 'name')}
                </option>
              ))}
            </SelectField>
          )}
          <ConcernedMembers
            members={concerned.map((user) => ({ id: user.id, name: shownName(language, user), detail: detailOf(user) }))}
          />
          <div className="space-y-1 text-sm text-quiet">
            {staying > 0 && <p>{say(bulkUsers.staying({ count: staying }))}</p>}
            {heads.length > 0 && <p className="font-medium text-ink">{say(bulkUsers.heads({ names: listOf(heads) }))}</p>}
            {deans.length > 0 && <p className="font-medium text-ink">{say(bulkUsers.deans({ names: listOf(deans) }))}</p>}
            {isMove && (
              <p>
                <bdi>{say(messages.users.movesInTerm)}</bdi>
              </p>
            )}
            <p>{say(bulkUsers.adminsLeftOut)}</p>
          </div>
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button disabled={isRunning} onClick={onClose}>
              {say(messages.actions.cancel)}
            </Button>
            <Button
              look={isMove ? 'primary' : 'danger'}
              busy={isRunning}
              disabled={concerned.length === 0 || (isMove && !chosen)}
              onClick={() => void run()}
            >
              {say((isMove ? bulkUsers.moveNow : bulkUsers.removeNow)({ count: concerned.length }))}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** The names of those who head the department that they would leave. */
function headsAmong(
  language: Language,
  members: readonly User[],
  departments: ReturnType<typeof useDepartments>['data'] = [],
): string[] {
  const heads = new Set(departments.flatMap((department) => department.heads?.map(({ id }) => id) ?? []))
  return members.filter(({ id }) => heads.has(id)).map((user) => shownName(language, user))
}

function LeftOut({ skipped, onClose }: { skipped: BulkSkipped; onClose: () => void }) {
  const say = useSay()
  const { leftOut, reasons } = messages.bulkUsers
  return (
    <div className="space-y-4">
      <Banner kind="bad">{say(leftOut({ count: skipped.length }))}</Banner>
      <ConcernedMembers
        members={skipped.map(({ id, name, reason }) => ({ id, name: name || String(id), detail: say(reasons[reason]) }))}
      />
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {say(messages.actions.done)}
        </Button>
      </div>
    </div>
  )
}
