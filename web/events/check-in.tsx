import { type FormEvent, useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { doorCodeMs } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { isBusy, useCheckIn } from '../entities/events/events.api.ts'
import { ApiError, isUnreachable, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { runningSession } from './event-words.ts'
import { OwnCode } from './own-code.tsx'
import { useScanned } from './scanned.ts'

const words = messages.events
const codeTooOld = words.codeTooOld({ seconds: String((2 * doorCodeMs) / 1000) })
const deviceKey = 'event-device'

/** A number of this browser. It gives no right: the organiser sees where one device checks in several members. */
function deviceId(): string {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(deviceKey, made)
  return made
}

/** Checking in: with the code that was scanned one tap is left, else it is typed. */
export function CheckIn({ event, now }: { event: PortalEvent; now: number }) {
  const say = useSay()
  const name = localized(useLanguage(), event, 'name')
  const running = runningSession(event, now)
  const [scanned, forget] = useScanned('code')
  const [typed, setTyped] = useState('')
  const { mutate, isPending, failureReason, error, reset } = useCheckIn()
  if (!running) return null
  if (running.was_there) return <Banner kind="good">{say(words.checkedIn)}</Banner>

  function send(submit: FormEvent) {
    submit.preventDefault()
    reset()
    mutate(
      { id: event.id, code: scanned || typed, device: deviceId() },
      {
        onSuccess: () => toast(words.checkedIn, { about: name }),
        // A code that was refused, or is too old, is no longer offered. Who has to sign in again comes back with it.
        onSettled: (_reply, failure) => {
          if (!(failure instanceof ApiError && failure.status === 401)) forget()
        },
      },
    )
  }

  return (
    <>
      <form
        onSubmit={send}
        noValidate
        aria-label={say(words.checkInTo({ name }))}
        className="space-y-3 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5"
      >
        {!scanned && (
          <TextField
            label={say(words.code)}
            hint={say(words.codeHint)}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {error && <Banner kind="bad">{say(isUnreachable(error) ? codeTooOld : (refusalOf(error) ?? words.failed))}</Banner>}
        {isPending && failureReason && (
          <Banner kind="bad">{say(isBusy(failureReason) ? words.waitsForTurn : words.waitsForNetwork)}</Banner>
        )}
        <Button type="submit" look="primary" size="large" busy={isPending} disabled={!scanned && typed.trim() === ''}>
          {say(words.checkIn)}
        </Button>
      </form>
      <OwnCode event={event} />
    </>
  )
}
