import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { quietFromHour, quietUntilHour } from '../../../contract/limits.ts'
import type { PushChoices, PushState, PushTopic } from '../../../contract/push.ts'
import { alertFailure } from '../../http/alerts.ts'
import { call, messageOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { readSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { NoPushService, type Obstacle, obstacleHere, rememberOwner, subscribeHere, unsubscribeHere } from './this-device.ts'

const words = messages.pushing
const queryKey = ['push']
const topics = ['returned', 'verified', 'answered', 'released', 'days', 'events'] as const satisfies readonly PushTopic[]
const hour = (number: number) => `${number}:00`

/** Notices on this device: turned on and off, and which of them the user wants on all of their devices. */
export function PushDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { data, error, refetch, isFetching } = useQuery({ queryKey, queryFn: () => call('GET /auth/push'), staleTime: 0 })
  return (
    <Dialog open onClose={onClose} title={say(messages.push.title)} description={say(words.hint)}>
      {data ? (
        <div className="space-y-5">
          <ThisDevice state={data} />
          {data.key !== null && <Choices state={data} />}
        </div>
      ) : error ? (
        <LoadFailure isPlain message={say(messageOf(error, words.loadFailed))} onRetry={refetch} busy={isFetching} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </Dialog>
  )
}

/** The error of a question that the user, or the browser by itself, answered with no. */
class NotAllowed extends Error {}

async function turnOn(key: string) {
  // The browser asks: this is the click that it wants to see.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new NotAllowed(permission)
  await call('PUT /auth/push/device', { body: await subscribeHere(key) })
  await rememberOwner(readSession()?.id).catch(() => undefined)
}

async function turnOff() {
  await call('DELETE /auth/push/device')
  await Promise.all([unsubscribeHere(), rememberOwner(undefined)]).catch(() => undefined)
}

function ThisDevice({ state }: { state: PushState }) {
  const say = useSay()
  const queryClient = useQueryClient()
  const [obstacle, setObstacle] = useState(obstacleHere)
  const { key, is_on, unreachable_since } = state
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (is_on ? turnOff() : turnOn(key ?? '')),
    onSuccess: () => toast(is_on ? words.turnedOff : words.turnedOn, { topic: 'push' }),
    onSettled: () => {
      setObstacle(obstacleHere())
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  if (key === null) return <Sentence>{say(words.notSent)}</Sentence>
  const failure = error && !isPending ? failureOf(error, obstacle) : undefined
  return (
    <div className="space-y-3">
      {unreachable_since && (
        <Banner kind="bad">
          <bdi>{say(words.outage({ moment: formatMoment(say, unreachable_since) }))}</bdi>
        </Banner>
      )}
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      {obstacle && !failure && <Sentence>{say(words[obstacle])}</Sentence>}
      {(!obstacle || is_on) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p role="status">{say(is_on ? words.on : words.off)}</p>
          <Button look={is_on ? 'plain' : 'primary'} size="large" busy={isPending} onClick={() => mutate()}>
            {say(is_on ? words.turnOff : words.turnOn)}
          </Button>
        </div>
      )}
    </div>
  )
}

function failureOf(error: Error, obstacle: Obstacle | undefined): Message {
  if (error instanceof NotAllowed) return obstacle ? words[obstacle] : words.notAllowed
  if (error instanceof NoPushService) return words.noAnswer
  return messageOf(error, words.changeFailed)
}

function Sentence({ children }: { children: string }) {
  return (
    <p className="rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <bdi>{children}</bdi>
    </p>
  )
}

function Choices({ state }: { state: PushState }) {
  const say = useSay()
  const hintId = useId()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (choice: PushChoices) => call('PUT /auth/push', { body: choice }),
    onMutate: async ({ details, ...chosen }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<PushState>(
        queryKey,
        (known) =>
          known && { ...known, details: details ?? known.details, topics: { ...known.topics, ...chosen } as PushState['topics'] },
      )
    },
    onSuccess: () => toast(messages.digest.saved, { topic: 'push' }),
    onError: (error) => {
      alertFailure(error, messages.digest.notSaved, 'push')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className="space-y-4 border-t border-line pt-4">
      <fieldset>
        <legend className="font-medium">{say(words.topics)}</legend>
        <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {topics.map((topic) => (
            <Choice
              key={topic}
              label={say(words.topicNames[topic])}
              isOn={state.topics[topic]}
              onChange={(isOn) => mutate({ [topic]: isOn })}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <Choice
          label={say(words.details)}
          isOn={state.details}
          describedBy={hintId}
          onChange={(details) => mutate({ details })}
        />
        <p id={hintId} className="text-sm text-quiet">
          {say(words.detailsHint)}
        </p>
      </div>
      <p className="text-sm text-quiet">{say(words.night({ from: hour(quietFromHour), until: hour(quietUntilHour) }))}</p>
    </div>
  )
}

type ChoiceProps = { label: string; isOn: boolean; describedBy?: string; onChange: (isOn: boolean) => void }

/** Saved as soon as it is changed. It is not disabled meanwhile: the keyboard would lose its place. */
function Choice({ label, isOn, describedBy, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 shrink-0 accent-brand"
      />
      <bdi>{label}</bdi>
    </label>
  )
}
