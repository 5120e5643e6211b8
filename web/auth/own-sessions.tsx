import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messages } from '../../contract/languages/catalogue.ts'
import type { OwnSession } from '../../contract/own-sessions.ts'
import { alertFailure } from '../http/alerts.ts'
import { call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.ownSessions
const key = ['own-sessions']

/** The devices on which the user is signed in, and a button that signs out the others. */
export function OwnSessions() {
  const say = useSay()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: async () => (await call('GET /auth/sessions')).sessions,
    staleTime: 0,
    gcTime: 0,
  })
  const endOthers = useMutation({
    mutationFn: () => call('DELETE /auth/sessions'),
    onSuccess: ({ message }) => toast({ key: '', words: message }),
    onError: (failure) => alertFailure(failure, messages.signInSecurity.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })

  const endOne = useMutation({
    mutationFn: (id: number) => call('DELETE /auth/sessions/:id', { params: { id } }),
    onSuccess: ({ message }) => toast({ key: '', words: message }),
    onError: (failure) => alertFailure(failure, messages.signInSecurity.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })

  return (
    <section className="mt-5 space-y-3 border-t border-line pt-5">
      <div>
        <h3 className="text-lg">{say(words.title)}</h3>
        <p className="text-sm text-quiet">{say(words.hint)}</p>
      </div>
      {data ? (
        <>
          <ul className="divide-y divide-line rounded-md border border-line">
            {data.map((session) => (
              <SessionEntry
                key={session.id ?? `${session.signed_in_at} ${session.device}`}
                session={session}
                isEnding={endOne.isPending && endOne.variables === session.id}
                onEnd={endOne.mutate}
              />
            ))}
          </ul>
          {data.length > 1 ? (
            <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {say(words.endOthers)}
            </Button>
          ) : (
            <p className="text-sm text-quiet">{say(words.noOthers)}</p>
          )}
        </>
      ) : error ? (
        <LoadFailure
          isPlain
          message={say(messageOf(error, messages.signInSecurity.loadFailed))}
          onRetry={refetch}
          busy={isFetching}
        />
      ) : (
        <p role="status" className="flex items-center gap-3 py-2 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </section>
  )
}

type EntryProps = { session: OwnSession; isEnding: boolean; onEnd: (id: number) => void }

function SessionEntry({ session, isEnding, onEnd }: EntryProps) {
  const say = useSay()
  const { id, device, signed_in_at, last_used_at, stays_until, is_this } = session
  const name = device ?? say(words.unknownDevice)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-40 grow">
        <p className="font-medium">
          <bdi>{name}</bdi>
          {is_this && <span className="ms-2 text-sm font-normal text-good">{say(words.thisDevice)}</span>}
        </p>
        <p className="text-sm text-quiet">
          {say(words.signedInSince({ moment: formatMoment(say, signed_in_at) }))}
          {say(messages.general.factSeparator)}
          {say(words.lastUsedAt({ moment: formatMoment(say, last_used_at) }))}
        </p>
        {stays_until && <p className="text-sm text-quiet">{say(words.staysUntil({ moment: formatMoment(say, stays_until) }))}</p>}
      </div>
      {id !== undefined && !is_this && (
        <Button size="small" busy={isEnding} aria-label={say(words.endNamed({ device: name }))} onClick={() => onEnd(id)}>
          {say(words.end)}
        </Button>
      )}
    </li>
  )
}
