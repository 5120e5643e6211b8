import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { messages } from '../../contract/languages/catalogue.ts'
import { alertFailure } from '../http/alerts.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { toast } from '../ui/toast.tsx'
import { type MailChoices, mailChoicesKey } from './mail-choices.ts'

const topic = 'digest'
const { digest } = messages
const names = { weekly: digest.name, notices: digest.notices, messages: digest.messages } as const
type MailName = keyof typeof names

function useChooseMail(name: MailName) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => call('PUT /auth/digest', { body: { [name]: isOn } }),
    onSuccess: async (_, isOn) => {
      // A request that began before the change could bring the former choices.
      await queryClient.cancelQueries({ queryKey: mailChoicesKey })
      queryClient.setQueryData<MailChoices>(mailChoicesKey, (choices) => ({ ...choices, [name]: isOn }))
      toast(name !== 'weekly' ? digest.saved : isOn ? digest.switchedOn : digest.switchedOff, { topic })
    },
    onError: (error) => alertFailure(error, digest.notSaved, topic),
  })
}

/** The switches of the e-mails that are not compulsory, in the user's menu. */
export function MailItems({ choices, className }: { choices: MailChoices; className: string }) {
  return (Object.keys(names) as MailName[]).map((name) => {
    const isOn = choices[name]
    return typeof isOn === 'boolean' && <MailItem key={name} name={name} isOn={isOn} className={className} />
  })
}

function MailItem({ name, isOn, className }: { name: MailName; isOn: boolean; className: string }) {
  const say = useSay()
  const { mutate, isPending } = useChooseMail(name)
  return (
    <DropdownMenu.CheckboxItem
      checked={isOn}
      // The switch is not disabled while it is saved: the keyboard would lose its place.
      onCheckedChange={(turned) => !isPending && mutate(turned)}
      // The menu stays open, so that the switch is seen to move.
      onSelect={(event) => event.preventDefault()}
      className={className}
    >
      {say(names[name])}
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden="true" className="size-4 text-brand" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}
