import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { InitialPassword, ReplacedPasswords } from '../../../contract/imports.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import { nameSortKey } from '../../../contract/sorting.ts'
import { refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { exportRows } from '../../ui/export-file.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { makeInitialPasswords } from './imports.api.ts'

/** The passwords that closing the dialog would lose: being generated, or generated and not yet downloaded. */
export type Unsaved = 'making' | 'made' | undefined

/** Passwords being generated block closing; those that were not downloaded need a second attempt to discard. */
export function useUnsavedPasswords() {
  const say = useSay()
  const [unsaved, setUnsaved] = useState<Unsaved>()
  const [warned, setWarned] = useState(false)
  useLeaveQuestion(unsaved !== undefined)

  function leave(then: () => void) {
    if (unsaved === 'making') return
    if (unsaved === 'made' && !warned) return setWarned(true)
    setUnsaved(undefined)
    setWarned(false)
    then()
  }
  const warning = warned && unsaved === 'made' && <Banner kind="bad">{say(messages.imports.passwordsOnce)}</Banner>
  return { unsaved, setUnsaved, leave, warning }
}

/** The browser asks for confirmation before it leaves the page, because the passwords cannot be shown again. */
export function useLeaveQuestion(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

type Props = {
  userIds: readonly number[]
  /** The existing passwords that are replaced: those that were never used to sign in, or all. */
  replace?: ReplacedPasswords
  onUnsaved: (unsaved: Unsaved) => void
}

/** Generates passwords for users without one and shows them once, for distribution. */
export function InitialPasswords({ userIds, replace = false, onUnsaved }: Props) {
  const say = useSay()
  const columns = useMemo(() => passwordColumns(say), [say])
  const queryClient = useQueryClient()
  // The list is that at mount: users leave `userIds` as soon as they have a password.
  const [wanted] = useState(userIds)
  const [made, setMade] = useState<InitialPassword[]>([])
  const [done, setDone] = useState(0)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<Message>()

  async function make() {
    setRunning(true)
    setFailure(undefined)
    onUnsaved('making')
    try {
      await makeInitialPasswords({
        userIds: wanted.slice(done),
        replace,
        onMade: (more, count) => {
          setMade((before) => [...before, ...more])
          setDone(done + count)
        },
      })
    } catch (error) {
      // A message may be a function, which React would call.
      setFailure(() => refusalOf(error) ?? messages.imports.passwordsFailed)
    } finally {
      setRunning(false)
      onUnsaved('made')
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    }
  }

  const title = say(messages.imports.initialPasswords)
  async function downloadList() {
    await exportRows(say, 'csv', [title], { columns, rows: made })
    onUnsaved(undefined)
  }

  return (
    <div className="rounded-md border border-line bg-sunk p-4">
      {failure && (
        <div className="mb-3">
          <Banner kind="bad">{say(failure)}</Banner>
        </div>
      )}
      {running ? (
        <ProgressBar
          label={say(messages.imports.settingPasswords({ done, total: wanted.length }))}
          share={done / wanted.length}
        />
      ) : (
        done < wanted.length && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{say(whatFor(replace, wanted.length - done))}</p>
            <Button onClick={() => void make()}>
              <KeyRound aria-hidden="true" className="size-4" />
              {say(messages.imports.makePasswords)}
            </Button>
          </div>
        )
      )}
      {made.length > 0 && !running && (
        <div className={done < wanted.length ? 'mt-4' : ''}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">{say(messages.imports.passwordsOnce)}</p>
            <Button look="primary" onClick={() => void downloadList()}>
              {say(messages.imports.downloadList)}
            </Button>
          </div>
          <div className="mt-3 flex flex-col sm:max-h-[40dvh]">
            <DataTable caption={title} columns={columns} rows={made} rowKey={({ id }) => id} emptyText="" />
          </div>
        </div>
      )}
    </div>
  )
}

function whatFor(replace: ReplacedPasswords, count: number): Message {
  if (replace === 'all') return messages.bulkUsers.passwordsTitle({ count })
  return (replace ? messages.imports.neverSignedIn : messages.imports.withoutPassword)({ count })
}

function passwordColumns(say: Say) {
  const { fields } = messages
  return [
    {
      id: 'name',
      header: say(fields.name),
      value: ({ name }) => name,
      sortBy: ({ name }) => nameSortKey(name),
      width: 180,
      rowHeader: true,
    },
    { id: 'username', header: say(fields.username), value: ({ username }) => username, width: 140 },
    {
      id: 'password',
      header: say(fields.password),
      value: ({ password }) => password,
      cell: ({ password }) => <code dir="ltr">{password}</code>,
      width: 220,
    },
  ] satisfies Column<InitialPassword>[]
}
