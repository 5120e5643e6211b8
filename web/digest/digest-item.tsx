import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { messages } from '../../contract/languages/catalogue.ts'
import { alertFailure } from '../http/alerts.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { toast } from '../ui/toast.tsx'

const queryKey = ['digest'] as const
const topic = 'digest'

/** Null for a user who cannot get the digest. It is requested only when the menu is about to be opened. */
export function useWeeklyDigest(isWanted: boolean) {
  return (
    useQuery({
      queryKey,
      queryFn: async () => (await call('GET /auth/digest')).weekly,
      enabled: isWanted,
      meta: { isFrame: true },
    }).data ?? null
  )
}

function useChooseDigest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (weekly: boolean) => call('PUT /auth/digest', { body: { weekly } }),
    onSuccess: (_, weekly) => {
      queryClient.setQueryData(queryKey, weekly)
      toast(weekly ? messages.digest.switchedOn : messages.digest.switchedOff, { topic })
    },
    onError: (error) => alertFailure(error, messages.digest.notSaved, topic),
  })
}

/** The switch of the weekly e-mail, in the user's menu. */
export function DigestItem({ weekly, className }: { weekly: boolean; className: string }) {
  const say = useSay()
  const { mutate, isPending } = useChooseDigest()
  return (
    <DropdownMenu.CheckboxItem
      checked={weekly}
      // The switch is not disabled while it is saved: the keyboard would lose its place.
      onCheckedChange={(isOn) => !isPending && mutate(isOn)}
      // The menu stays open, so that the switch is seen to move.
      onSelect={(event) => event.preventDefault()}
      className={className}
    >
      {say(messages.digest.name)}
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden="true" className="size-4 text-brand" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}
