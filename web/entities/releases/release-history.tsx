import { useState } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { listOf, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { Release } from '../../../contract/releases.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.tsx'
import { useTakeBack } from './releases.api.ts'

const words = messages.releases
const obstacles = { 'taken back': undefined, 'not the last': words.notTheLast, questioned: words.questioned } as const

/** The releases so far. The last one can be taken back until a member has asked about a score of it. */
export function ReleaseHistory({ releases }: { releases: readonly Release[] }) {
  const say = useSay()
  if (releases.length === 0) return null
  return (
    <section aria-label={say(words.history)}>
      <h3 className="mb-1 text-base">{say(words.history)}</h3>
      <ul className="divide-y divide-line text-sm">
        {releases.map((release) => (
          <Entry key={release.id} release={release} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ release }: { release: Release }) {
  const say = useSay()
  const language = useLanguage()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: takeBack, isPending } = useTakeBack()
  const { number, departments, taken_back_at, obstacle } = release
  const reason = obstacle === null ? undefined : obstacles[obstacle]

  async function confirm() {
    try {
      await takeBack(release)
      toast(words.takenBack)
    } catch (error) {
      alertFailure(error, words.takeBackFailed)
    }
    setIsAsking(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          {say(
            words.entry({
              number: String(number),
              day: formatMoment(say, release.released_at),
              who: accountName(say, release.released_by),
              members: words.members({ count: release.members }),
            }),
          )}
        </p>
        {departments && departments.length > 0 && (
          <p className="text-quiet">
            <bdi>
              {say(words.onlyDepartments({ departments: listOf(departments.map((one) => localized(language, one, 'name'))) }))}
            </bdi>
          </p>
        )}
        {taken_back_at && (
          <p className="text-quiet">
            <bdi>{say(words.wasTakenBack({ day: formatMoment(say, taken_back_at) }))}</bdi>
          </p>
        )}
        {reason && (
          <p className="text-quiet">
            <bdi>{say(reason)}</bdi>
          </p>
        )}
      </div>
      {obstacle === null && (
        <Button size="small" aria-label={say(words.takeBackNamed({ number: String(number) }))} onClick={() => setIsAsking(true)}>
          {say(words.takeBack)}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        question={say(words.takeBackTitle({ number: String(number) }))}
        consequence={say(words.takeBackConsequence)}
        confirmLabel={say(words.takeBack)}
        busy={isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  )
}
