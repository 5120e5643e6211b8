import { type ReactNode, useId, useMemo, useState } from 'react'
import { grades } from '../../../contract/grading.ts'
import { listOf, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { shownName } from '../../../contract/person-names.ts'
import type { ReleaseChange, ReleasePreview } from '../../../contract/releases.ts'
import type { Term } from '../../../contract/terms.ts'
import { refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { termName } from '../terms/term-name.ts'
import { ReleaseChanges } from './release-changes.tsx'
import { ReleaseHistory } from './release-history.tsx'
import { useRelease, useReleasePreview } from './releases.api.ts'

const words = messages.releases

/** Shows what a release would publish and to whom, and publishes it. */
export function ReleaseDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const [chosen, setChosen] = useState<readonly number[]>()
  const all = useReleasePreview(term.id, undefined)
  const shown = useReleasePreview(term.id, chosen)
  const { mutate, isPending, error } = useRelease(term.id)
  const { data } = shown
  const count = data?.changes.length ?? 0

  function release() {
    if (!data) return
    mutate(
      { fingerprint: data.fingerprint, ...(chosen ? { department_ids: [...chosen] } : {}) },
      {
        onSuccess: ({ members }) => {
          toast(words.released({ count: members }))
          onClose()
        },
        onError: () => void shown.refetch(),
      },
    )
  }

  return (
    <Dialog
      open
      wide="table"
      onClose={onClose}
      title={say(words.title({ term: termName(term) }))}
      description={say(words.consequence)}
    >
      {shown.isLoadingError ? (
        <LoadFailure
          isPlain
          message={say(refusalOf(shown.error) ?? words.loadFailed)}
          onRetry={shown.refetch}
          busy={shown.isFetching}
        />
      ) : data ? (
        <div className="space-y-4" aria-busy={shown.isPlaceholderData || undefined}>
          {error && <Banner kind="bad">{say(refusalOf(error) ?? words.releaseFailed)}</Banner>}
          {all.data && all.data.changes.length > 0 && (
            <DepartmentChoice changes={all.data.changes} chosen={chosen} onChoose={setChosen} />
          )}
          {count === 0 ? (
            <p className="font-medium">{say(words.nothingToRelease)}</p>
          ) : (
            <>
              <GradeMoves changes={data.changes} />
              <ReleaseChanges changes={data.changes} />
            </>
          )}
          <NotScored members={data.not_scored} />
          <ReleaseHistory releases={data.releases} />
          <div className="flex flex-wrap justify-end gap-2.5 pt-1">
            <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
            <Button look="primary" busy={isPending} disabled={count === 0 || shown.isPlaceholderData} onClick={release}>
              {say(words.button({ count }))}
            </Button>
          </div>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </Dialog>
  )
}

type ChoiceProps = {
  changes: readonly ReleaseChange[]
  /** The departments; undefined for all members. */
  chosen: readonly number[] | undefined
  onChoose: (chosen: readonly number[] | undefined) => void
}

/** The departments of those with something to release. 0 stands for members without one. */
function DepartmentChoice({ changes, chosen, onChoose }: ChoiceProps) {
  const say = useSay()
  const language = useLanguage()
  const departments = useMemo(() => {
    const byId = new Map<number, string>()
    for (const change of changes) {
      const name = localized(language, change, 'department_name')
      byId.set(change.department_id ?? 0, name ?? say(messages.departments.unknown))
    }
    return [...byId].sort(([, one], [, other]) => one.localeCompare(other, language))
  }, [changes, language, say])
  if (departments.length < 2) return null
  const turn = (id: number, isOn: boolean) => {
    const next = isOn ? [...(chosen ?? []), id] : (chosen ?? []).filter((other) => other !== id)
    onChoose(next.length > 0 ? next.toSorted((one, other) => one - other) : undefined)
  }
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{say(words.whom)}</legend>
      <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-0.5 overflow-y-auto">
        <Choice isOn={chosen === undefined} onTurn={() => onChoose(undefined)}>
          {say(words.allMembers)}
        </Choice>
        {departments.map(([id, name]) => (
          <Choice key={id} isOn={chosen?.includes(id) ?? false} onTurn={(isOn) => turn(id, isOn)}>
            {name}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

function Choice({ isOn, onTurn, children }: { isOn: boolean; onTurn: (isOn: boolean) => void; children: ReactNode }) {
  return (
    <label className="flex min-h-9 max-sm:min-h-11 cursor-pointer items-center gap-2 text-sm">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onTurn(target.checked)} className="size-4.5 accent-brand" />
      <bdi>{children}</bdi>
    </label>
  )
}

/** The number of grades that rise, fall and stay. */
function GradeMoves({ changes }: { changes: readonly ReleaseChange[] }) {
  const say = useSay()
  const rank = (grade: string) => (grades as readonly string[]).indexOf(grade)
  const moves = changes.map(({ before, after }) => Math.sign(rank(after.grade) - rank(before.grade)))
  const count = (sign: number) => moves.filter((move) => move === sign).length
  const facts: Message[] = [
    words.gradesUp({ count: count(1) }),
    words.gradesDown({ count: count(-1) }),
    words.gradesSame({ count: count(0) }),
  ]
  return (
    <p>
      <span className="font-medium">{say(words.changed({ count: changes.length }))}</span>{' '}
      <bdi className="text-quiet">{facts.map(say).join(say(messages.general.factSeparator))}</bdi>
    </p>
  )
}

const mostNames = 12

function NotScored({ members }: { members: ReleasePreview['not_scored'] }) {
  const say = useSay()
  const language = useLanguage()
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  if (members.length === 0) return null
  const { names } = messages.scoring
  const shown = isWhole ? members : members.slice(0, mostNames)
  return (
    <section aria-labelledby={id} className="border-s-2 border-brass ps-3 text-sm">
      <p id={id} className="font-medium">
        {say(words.notScored({ count: members.length }))}
      </p>
      <ul className="mt-1 flex max-h-40 flex-wrap gap-x-4 gap-y-0.5 overflow-y-auto">
        {shown.map((member) => (
          <li key={member.id} className="wrap-anywhere">
            {say(
              words.lacks({
                name: shownName(language, member),
                what: listOf([...(member.tp_set ? [] : [names.tp]), ...(member.fb_set ? [] : [names.fb])]),
              }),
            )}
          </li>
        ))}
      </ul>
      {shown.length < members.length && (
        <Button size="small" className="mt-1" onClick={() => setIsWhole(true)}>
          {say(words.more({ count: members.length - shown.length }))}
        </Button>
      )}
    </section>
  )
}
