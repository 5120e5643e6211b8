import { X } from 'lucide-react'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { roles, titleName } from '../../contract/codes.ts'
import type { Department } from '../../contract/departments.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownName, withShownName } from '../../contract/person-names.ts'
import { useReadDepartment, useSaveHeads } from '../entities/departments/departments.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { useUsers } from '../entities/members/users.api.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { inShownOrder, personName } from '../lists/shown-order.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConflictChoice } from '../ui/conflict-banner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toast } from '../ui/toast.tsx'
import { namesOf } from './names.ts'

type Props = { department: Department; onClose: () => void }

const idsOf = (people: readonly { id: number }[] = []) => people.map(({ id }) => id)

/** Chooses the heads of a department among its staff members. All are saved at once, unless another user changed them meanwhile. */
export function HeadsDialog({ department, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const words = messages.myDepartment
  const users = useUsers()
  const readLatest = useReadDepartment()
  const { mutateAsync: saveHeads, isPending } = useSaveHeads()
  const [seen, setSeen] = useState(() => idsOf(department.heads))
  const [chosen, setChosen] = useState(department.heads ?? [])
  const [failure, setFailure] = useState<{ message: Message }>()
  const [conflict, setConflict] = useState<Department>()
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()

  const members = useMemo(
    () =>
      users.data
        ?.filter(({ role_id, department_id }) => role_id === roles.staff && department_id === department.id)
        .map((user) => ({
          id: user.id,
          ...withShownName(language, { name: user.name, other_name: user.other_name }),
          note: [say(titleName(user.title)), user.email].filter(Boolean).join(' · '),
        })),
    [users.data, department.id, say, language],
  )
  const others = useMemo(() => members?.filter(({ id }) => !idsOf(chosen).includes(id)), [members, chosen])

  async function save(previous: number[]) {
    setFailure(undefined)
    try {
      await saveHeads({ id: department.id, heads: idsOf(chosen), previous })
      toast(words.headsSaved, { about: localized(language, department, 'name') })
      onClose()
    } catch (error) {
      await explain(error)
    }
  }

  async function explain(error: unknown) {
    try {
      if (error instanceof ApiError && error.status === 409) return setConflict(await readLatest(department))
      // A chosen member may have left the department.
      if (refusalOf(error)) void users.refetch()
      setFailure({ message: refusalOf(error) ?? words.headsFailed })
    } catch (later) {
      setFailure({ message: refusalOf(later) ?? words.headsFailed })
    }
  }

  function remove(id: number) {
    setChosen(chosen.filter((head) => head.id !== id))
    // The focus moves to the field, because the pressed button is gone.
    field.current?.focus()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={say(words.headsOf({ name: localized(language, department, 'name') }))}
      description={say(words.headsMeaning)}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save(seen)
        }}
        noValidate
        className="space-y-4"
      >
        {failure && <Banner kind="bad">{say(failure.message)}</Banner>}
        <div>
          <p id={listId} className="mb-1.5 font-medium">
            {say(words.heads)}
          </p>
          {chosen.length === 0 ? (
            <p className="text-quiet">
              <bdi>{say(words.noHeadChosen)}</bdi>
            </p>
          ) : (
            <ul aria-labelledby={listId} className="flex flex-wrap gap-1.5">
              {inShownOrder(language, chosen, personName).map(({ id, ...person }) => (
                <li key={id} className="flex max-w-full items-center rounded-full bg-brand-soft ps-3 text-brand">
                  <span dir="auto" className="min-w-0 py-1 text-sm font-medium wrap-anywhere">
                    {shownName(language, person)}
                  </span>
                  <button
                    type="button"
                    aria-label={say(words.removeHead({ name: shownName(language, person) }))}
                    onClick={() => remove(id)}
                    className="grid relative touch-area size-8 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-sunk"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        {users.isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(users.error) ?? words.peopleFailed)}
            onRetry={users.refetch}
            busy={users.isFetching}
          />
        ) : (
          <PersonCombobox
            label={say(words.addHead)}
            people={others}
            onChoose={(person) => person && setChosen([...chosen, person])}
            nothing={say(members?.length === 0 ? words.noMemberToChoose : words.noSuchMember)}
            inputRef={field}
          />
        )}
        {conflict ? (
          <ConflictChoice
            title={say(words.headsSavedMeanwhile)}
            differences={
              namesOf(say, language, conflict.heads) === namesOf(say, language, chosen)
                ? []
                : [{ label: say(words.heads), text: namesOf(say, language, conflict.heads) }]
            }
            busy={isPending}
            onLoad={() => {
              setChosen(conflict.heads ?? [])
              setSeen(idsOf(conflict.heads))
              setConflict(undefined)
              field.current?.focus()
            }}
            onSaveAnyway={() => void save(idsOf(conflict.heads))}
          />
        ) : (
          <div className="flex flex-wrap justify-end gap-2.5 pt-2">
            <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
            <Button type="submit" look="primary" busy={isPending}>
              {say(messages.actions.save)}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
