import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { RecountChange, RecountPreview } from '../../contract/recounts.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { call, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { headCell, LongTable } from '../ui/long-table.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.recounts

function usePreview(id: number) {
  return useQuery({
    queryKey: ['recount', id],
    queryFn: () => call('GET /activities/recount/:id', { params: { id }, signal: AbortSignal.timeout(limits.long) }),
    staleTime: 'static',
    gcTime: 0,
  })
}

function useRecount(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fingerprint: string) =>
      call('PUT /activities/recount/:id', { params: { id }, body: { fingerprint }, signal: AbortSignal.timeout(limits.long) }),
    // Points and totals are everywhere.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** Asks whether the points of an activity count from now on or for the whole current term, and shows whose points would change. */
export function RecountDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const preview = usePreview(activity.id)
  const { mutate, isPending, error } = useRecount(activity.id)
  const { data } = preview
  const name = localized(language, activity, 'name')
  const title = data?.term
    ? words.title({ name, term: localized(language, data.term, 'name') })
    : messages.activities.pointsInTerm

  function recount({ fingerprint }: RecountPreview) {
    mutate(fingerprint, {
      onSuccess: ({ postings }) => {
        toast(words.done({ count: postings }))
        onClose()
      },
      onError: () => void preview.refetch(),
    })
  }

  return (
    <Dialog open wide onClose={onClose} title={say(title)}>
      {preview.isLoadingError ? (
        <LoadFailure
          isPlain
          message={say(refusalOf(preview.error) ?? words.loadFailed)}
          onRetry={preview.refetch}
          busy={preview.isFetching}
        />
      ) : data ? (
        <div className="space-y-4">
          {error && <Banner kind="bad">{say(refusalOf(error) ?? words.failed)}</Banner>}
          {data.postings === 0 ? (
            <>
              <p>{say(data.term ? words.nothing : words.noTerm)}</p>
              <div className="flex justify-end">
                <Button onClick={onClose}>{say(messages.actions.close)}</Button>
              </div>
            </>
          ) : (
            <>
              <p className="font-medium">{say(words.question({ count: data.postings, points: formatPoints(data.score) }))}</p>
              <Changes changes={data.changes} />
              <div className="grid gap-3 sm:grid-cols-2">
                <Choice label={say(words.fromNowOn)} hint={say(words.fromNowOnHint)} onChoose={onClose} />
                <Choice
                  label={say(words.wholeTerm)}
                  hint={say(words.wholeTermHint)}
                  busy={isPending}
                  onChoose={() => recount(data)}
                />
              </div>
            </>
          )}
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

type ChoiceProps = { label: string; hint: string; busy?: boolean; onChoose: () => void }

function Choice({ label, hint, busy = false, onChoose }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Button busy={busy} onClick={onChoose}>
        {label}
      </Button>
      <p className="text-sm text-quiet">
        <bdi>{hint}</bdi>
      </p>
    </div>
  )
}

function Changes({ changes }: { changes: readonly RecountChange[] }) {
  const say = useSay()
  const language = useLanguage()
  if (changes.length === 0) return <p>{say(words.nobody)}</p>
  const label = say(words.whose({ count: changes.length }))
  const cell = 'border-b border-line py-1.5 pe-3 align-top'
  const shown = ({ total_score, grade }: RecountChange['before']) => (
    <bdi>
      {formatPoints(total_score)} · {grade}
    </bdi>
  )
  return (
    <div>
      <p className="mb-1.5 text-sm">{label}</p>
      <LongTable
        label={label}
        rows={changes}
        className="max-h-72 rounded-md border"
        head={
          <>
            <th scope="col" className={`ps-4 pe-3 ${headCell}`}>
              {say(messages.closings.member)}
            </th>
            <th scope="col" className={`pe-3 ${headCell}`}>
              {say(words.before)}
            </th>
            <th scope="col" className={`pe-3 ${headCell}`}>
              {say(words.after)}
            </th>
          </>
        }
        row={(change) => (
          <tr key={change.id}>
            <th scope="row" className={`ps-4 text-start font-medium wrap-anywhere ${cell}`}>
              <bdi>
                <PersonLink id={change.id}>{shownName(language, change)}</PersonLink>
              </bdi>
            </th>
            <td className={cell}>{shown(change.before)}</td>
            <td className={`font-semibold ${cell}`}>{shown(change.after)}</td>
          </tr>
        )}
      />
    </div>
  )
}
