import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useAddGuest, useGuests, useRemoveGuest } from '../entities/events/events.api.ts'
import { alertFailure } from '../http/alerts.ts'
import { addressOf, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.events

/** Guests without an account, by name: they get a certificate, and no points. */
export function EventGuests({ event }: { event: PortalEvent }) {
  const say = useSay()
  const { data, error, isLoadingError, refetch, isFetching } = useGuests(event.id)
  const add = useAddGuest()
  const remove = useRemoveGuest()
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (name.trim() === '') return setFailure(say(words.guestRequired))
    add.mutate(
      { id: event.id, name },
      {
        onSuccess: ({ guest }) => {
          setName('')
          toast(words.guestAdded({ name: guest.name }))
          field.current?.focus()
        },
        onError: (cause) => setFailure(say(refusalOf(cause) ?? words.failed)),
      },
    )
  }

  if (event.state === 'cancelled') return null
  return (
    <section aria-labelledby="event-guests" className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <h2 id="event-guests" className="text-lg">
        {say(words.guests)}
      </h2>
      <form noValidate onSubmit={submit} className="mt-3 grid max-w-md grid-cols-[1fr_auto] items-start gap-2.5 print:hidden">
        <TextField
          ref={field}
          label={say(words.guestName)}
          autoComplete="off"
          maxLength={200}
          value={name}
          error={failure}
          onChange={({ target }) => {
            setName(target.value)
            setFailure(undefined)
          }}
        />
        <Button type="submit" size="large" className="mt-7.5" busy={add.isPending}>
          {say(words.addGuest)}
        </Button>
      </form>
      {isLoadingError && (
        <LoadFailure
          isPlain
          message={say(refusalOf(error) ?? words.guestsFailed)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {data && data.length > 0 && (
        <ul aria-labelledby="event-guests" className="mt-4 divide-y divide-line rounded-md border border-line">
          {data.map((guest) => (
            <li key={guest.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-3 py-2">
              <p dir="auto" className="min-w-0 flex-1 basis-40 text-as-around wrap-anywhere">
                {guest.name}
              </p>
              <div className="flex items-center gap-2">
                {event.state === 'done' && (
                  <a
                    href={addressOf('GET /events/:id/certificate', {
                      params: { id: event.id },
                      query: { guest_id: String(guest.id) },
                    })}
                    download
                    aria-label={say(words.certificateFor({ name: guest.name }))}
                    className={buttonLook('plain', 'small')}
                  >
                    {say(words.certificates)}
                  </a>
                )}
                <button
                  type="button"
                  aria-label={say(words.removeNamed({ name: guest.name }))}
                  onClick={() =>
                    remove.mutate(
                      { id: event.id, guest_id: guest.id },
                      { onSuccess: () => toast(words.guestRemoved), onError: (cause) => alertFailure(cause, words.failed) },
                    )
                  }
                  className="grid size-8 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink max-sm:size-11"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
