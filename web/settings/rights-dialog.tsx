import { type FormEvent, type Ref, useMemo, useRef, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { rightName, roles } from '../../contract/codes.ts'
import type { PersonWithRights } from '../../contract/given-rights.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownName, withShownName } from '../../contract/person-names.ts'
import { type GivenRight, givenRights } from '../../contract/rights.ts'
import { useReadRights, useSetRights } from '../entities/given-rights/given-rights.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { useUsers } from '../entities/members/users.api.ts'
import { CheckField } from '../forms/check-field.tsx'
import { ApiError, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConflictChoice } from '../ui/conflict-banner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.rightsInSettings

type Chosen = { id: number; name: string; note: string; isAdmin: boolean }

type Props = {
  /** The person whose rights are changed; undefined where one is chosen first. */
  person: PersonWithRights | undefined
  people: readonly PersonWithRights[]
  /** Whether a second person confirms administrators. */
  confirms: boolean
  onClose: () => void
}

/** Chooses all rights of a person, each with a sentence on what it means. They are saved at once, unless another user changed them meanwhile. */
export function RightsDialog({ person, people, confirms, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const setRights = useSetRights()
  const readRights = useReadRights()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | undefined>(
    person && {
      id: person.id,
      name: accountName(say, shownName(language, person)),
      note: '',
      isAdmin: person.role_id === roles.admin,
    },
  )
  const [seen, setSeen] = useState(() => rightsOf(person))
  const [rights, setChosenRights] = useState(seen)
  const [isMissing, setIsMissing] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<Message>()
  const [conflict, setConflict] = useState<readonly GivenRight[]>()

  function choose(next: Chosen | undefined) {
    const now = rightsOf(people.find(({ id }) => id === next?.id))
    setChosen(next)
    setIsMissing(false)
    setFailure(undefined)
    setSeen(now)
    setChosenRights(now)
  }

  function toggle(right: GivenRight, isOn: boolean) {
    setFailure(undefined)
    setChosenRights(givenRights.filter((one) => (one === right ? isOn : rights.includes(one))))
  }

  async function save(previous: readonly GivenRight[]) {
    if (!chosen) {
      setIsMissing(true)
      field.current?.focus()
      return
    }
    setFailure(undefined)
    setIsPending(true)
    try {
      const { waits } = await setRights(chosen.id, { rights: [...rights], previous: [...previous] })
      toast(waits ? messages.givenRights.waits : messages.givenRights.saved, { about: chosen.name })
      onClose()
    } catch (error) {
      await explain(error, chosen.id)
    } finally {
      setIsPending(false)
    }
  }

  async function explain(error: unknown, id: number) {
    try {
      if (error instanceof ApiError && error.status === 409) {
        const latest = rightsOf(await readRights(id))
        if (String(latest) !== String(seen)) return setConflict(latest)
      }
      setFailure(refusalOf(error) ?? words.saveFailed)
    } catch (later) {
      setFailure(refusalOf(later) ?? words.saveFailed)
    }
  }

  const becomesAdmin = rights.includes('administrator') && !seen.includes('administrator')
  return (
    <Dialog
      open
      wide="list"
      onPhone="full"
      onClose={onClose}
      title={say(person ? words.rightsOf({ name: chosen?.name ?? '' }) : words.rightsOfPerson)}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save(seen)
        }}
        noValidate
        className="space-y-4"
      >
        {!person && (
          <PersonField
            chosen={chosen}
            error={isMissing ? say(words.personRequired) : undefined}
            onChoose={choose}
            inputRef={field}
          />
        )}
        <fieldset disabled={!chosen || isPending} className="space-y-3 disabled:opacity-60">
          <legend className="sr-only">{say(words.title)}</legend>
          {givenRights.map((right) => {
            const isOfRole = right === 'administrator' && chosen?.isAdmin === true
            return (
              <CheckField
                key={right}
                label={say(rightName(right))}
                hint={say(isOfRole ? words.byRoleHint : words.meanings[right])}
                checked={isOfRole || rights.includes(right)}
                disabled={isOfRole}
                onChange={({ target }) => toggle(right, target.checked)}
              />
            )
          })}
        </fieldset>
        {confirms && becomesAdmin && (
          <p className="border-s-2 border-brass ps-3 text-sm">
            <bdi>{say(messages.users.adminWaits)}</bdi>
          </p>
        )}
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        {conflict ? (
          <ConflictChoice
            title={say(words.savedMeanwhile)}
            differences={
              String(conflict) === String(rights)
                ? []
                : [{ label: say(words.title), text: namesOf(say, conflict) || say(messages.general.none) }]
            }
            busy={isPending}
            onLoad={() => {
              setChosenRights(conflict)
              setSeen(conflict)
              setConflict(undefined)
            }}
            onSaveAnyway={() => {
              setSeen(conflict)
              setConflict(undefined)
              void save(conflict)
            }}
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

/** In the order of the dialog, in which they are compared. */
function rightsOf(person: PersonWithRights | undefined): readonly GivenRight[] {
  return givenRights.filter((right) => person?.rights.some((row) => row.right === right))
}

function namesOf(say: Say, rights: readonly GivenRight[]): string {
  return rights.map((right) => say(rightName(right))).join(say(messages.general.list({ first: '', rest: '' })))
}

type FieldProps = {
  chosen: Chosen | undefined
  error: string | undefined
  onChoose: (person: Chosen | undefined) => void
  inputRef: Ref<HTMLInputElement>
}

/** Everybody but oneself, by name. */
function PersonField({ chosen, error, onChoose, inputRef }: FieldProps) {
  const say = useSay()
  const language = useLanguage()
  const users = useUsers()
  const ownId = useSession()?.id
  const others = useMemo(
    () =>
      users.data
        ?.filter(({ id }) => id !== ownId)
        .map((user) => ({
          id: user.id,
          ...withShownName(language, { name: user.name, other_name: user.other_name }),
          note: [localized(language, user, 'department_name'), user.email].filter(Boolean).join(' · '),
          isAdmin: user.role_id === roles.admin,
        })),
    [users.data, ownId, language],
  )
  if (users.isLoadingError)
    return (
      <LoadFailure
        isPlain
        message={say(refusalOf(users.error) ?? messages.myDepartment.peopleFailed)}
        onRetry={users.refetch}
        busy={users.isFetching}
      />
    )
  return (
    <PersonCombobox
      label={say(words.person)}
      required
      people={others}
      chosen={chosen}
      onChoose={(option) => onChoose(others?.find(({ id }) => id === option?.id))}
      nothing={say(words.noSuchPerson)}
      error={error}
      inputRef={inputRef}
    />
  )
}
