import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { dayOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'

const words = messages.calendar
const queryKey = ['calendar-address']

/** The secret address of the user's calendar: made, shown once, renewed and revoked. */
export function CalendarAddressDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const queryClient = useQueryClient()
  const [address, setAddress] = useState<string>()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call('GET /calendar/address') })
  const onSettled = () => queryClient.invalidateQueries({ queryKey })
  const made = useMutation({
    mutationFn: () => call('POST /calendar/address'),
    onSuccess: ({ path }) => setAddress(new URL(path, location.href).href),
    onSettled,
  })
  const revoked = useMutation({
    mutationFn: () => call('DELETE /calendar/address'),
    onSuccess: () => {
      setAddress(undefined)
      toast(words.addressRevoked)
    },
    onSettled,
  })
  const failure = made.error ?? revoked.error
  const hasAddress = data?.created_at != null

  return (
    <Dialog open onClose={onClose} title={say(messages.termDays.address)} description={say(words.addressHint)}>
      {error ? (
        <LoadFailure isPlain message={say(messageOf(error, words.addressFailed))} onRetry={refetch} />
      ) : !data ? (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : (
        <div className="space-y-4">
          {failure && <Banner kind="bad">{say(messageOf(failure, words.addressChangeFailed))}</Banner>}
          {address ? (
            <ShownAddress address={address} />
          ) : (
            <p>
              <bdi>
                {say(
                  data.created_at
                    ? words.addressSince({ day: formatDay(say, dayOf(new Date(data.created_at))) })
                    : words.addressNone,
                )}
              </bdi>
            </p>
          )}
          {hasAddress && (
            <p className="text-sm text-quiet">
              <bdi>{say(words.addressRenewHint)}</bdi>
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2.5">
            {hasAddress && (
              <Button busy={revoked.isPending} onClick={() => revoked.mutate()}>
                {say(words.addressRevoke)}
              </Button>
            )}
            <Button look="primary" busy={made.isPending} onClick={() => made.mutate()}>
              {say(hasAddress ? words.addressRenew : words.addressMake)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function ShownAddress({ address }: { address: string }) {
  const say = useSay()
  return (
    <div className="space-y-2">
      <TextField
        label={say(words.address)}
        hint={say(words.addressOnce)}
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* The clipboard is not available on plain http. */}
      {'clipboard' in navigator && (
        <Button size="small" onClick={() => void navigator.clipboard.writeText(address).then(() => toast(words.addressCopied))}>
          {say(words.addressCopy)}
        </Button>
      )}
    </div>
  )
}
