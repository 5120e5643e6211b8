import { X } from 'lucide-react'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { roles, titleName } from '../../../contract/codes.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { shownName, withShownName } from '../../../contract/person-names.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { inShownOrder, personName } from '../../lists/shown-order.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictChoice } from '../../ui/conflict-banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { toast } from '../../ui/toast.tsx'

import { namesOf } from './names-of.ts'
import { PersonCombobox } from './person-combobox.tsx'
import { useUsers } from './users.api.ts'

type Holder = { id: number; name: string; other_name?: string | null | undefined }

type Props = {
  /** What the office is of, for the notification. */
  name: string
  words: Readonly<
    Record<
      'meaning' | 'holders' | 'add' | 'noneChosen' | 'noMember' | 'noSuchMember' | 'saved' | 'failed' | 'savedMeanwhile',
      Message
    >
  > & {
    title: Message
  }
  holders: readonly Holder[] | undefined
  /** Whether a member of the department may hold the office. The function is constant or memoised. */
  isOf: (departmentId: number | null) => boolean
  save: (change: { holders: number[]; previous: number[] }) => Promise<unknown>
  /** Reads the people who hold the office at this moment. */
  readLatest: () => Promise<readonly Holder[] | undefined>
  onClose: () => void
}

const idsOf = (people: readonly { id: number }[] = []) => people.map(({ id }) => id)

/** Chooses the holders of an office among staff members. All are saved at once, unless another user changed them meanwhile. */
export function OfficeDialog({ name, words, holders, isOf, save: saveHolders, readLatest, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const users = useUsers()
  const [seen, setSeen] = useState(() => idsOf(holders))
  const [chosen, setChosen] = useState(() => [...(holders ?? [])])
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<{ message: Message }>()
  const [conflict, setConflict] = useState<readonly Holder[]>()
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()

  const members = useMemo(
    () =>
      users.data
        ?.filter(({ role_id, department_id }) => role_id === roles.staff && isOf(department_id))
        .map((user) => ({
          id: user.id,
          ...withShownName(language, { name: user.name, other_name: user.other_name }),
          note: [say(titleName(user.title)), user.email].filter(Boolean).join(' · '),
        })),
    [users.data, isOf, say, language],
  )
  const others = useMemo(() => members?.filter(({ id }) => !idsOf(chosen).includes(id)), [members, chosen])

  async function save(previous: number[]) {
    setFailure(undefined)
    setIsPending(true)
    try {
      await saveHolders({ holders: idsOf(chosen), previous })
      toast(words.saved, { about: name })
      onClose()
    } catch (error) {
      await explain(error)
    } finally {
      setIsPending(false)
    }
  }

  async function explain(error: unknown) {
    try {
      if (error instanceof ApiError && error.status === 409) return setConflict((await readLatest()) ?? [])
      // A chosen member may have left.
      if (refusalOf(error)) void users.refetch()
      setFailure({ message: refusalOf(error) ?? words.failed })
    } catch (later) {
      setFailure({ message: refusalOf(later) ?? words.failed })
    }
  }

  function remove(id: number) {
    setChosen(chosen.filter((holder) => holder.id !== id))
    // The focus moves to the field, because the pressed button is gone.
    field.current?.focus()
  }

  return (
    <Dialog open onClose={onClose} title={say(words.title)} description={say(words.meaning)}>
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
            {say(words.holders)}
          </p>
          {chosen.length === 0 ? (
            <p className="text-quiet">
              <bdi>{say(words.noneChosen)}</bdi>
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
                    aria-label={say(messages.myDepartment.removeHead({ name: shownName(language, person) }))}
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
            message={say(refusalOf(users.error) ?? messages.myDepartment.peopleFailed)}
            onRetry={users.refetch}
            busy={users.isFetching}
          />
        ) : (
          <PersonCombobox
            label={say(words.add)}
            people={others}
            onChoose={(person) => person && setChosen([...chosen, person])}
            nothing={say(members?.length === 0 ? words.noMember : words.noSuchMember)}
            inputRef={field}
          />
        )}
        {conflict ? (
          <ConflictChoice
            title={say(words.savedMeanwhile)}
            differences={
              namesOf(say, language, conflict) === namesOf(say, language, chosen)
                ? []
                : [{ label: say(words.holders), text: namesOf(say, language, conflict) }]
            }
            busy={isPending}
            onLoad={() => {
              setChosen([...conflict])
              setSeen(idsOf(conflict))
              setConflict(undefined)
              field.current?.focus()
            }}
            onSaveAnyway={() => void save(idsOf(conflict))}
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
