import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { useDecideAdministrator } from './administrator-requests.api.ts'

const words = messages.rightsInSettings

type Props = {
  id: number
  /** Who it is about, for screen reader users, who hear the button without its line. */
  name: string
  /** False for who asked, and for the person concerned. */
  mayConfirm: boolean
  /** Whether the user asked for it, and so withdraws it. */
  isOwn: boolean
}

/** The buttons of an administrator who waits to be confirmed. */
export function DecideButtons({ id, name, mayConfirm, isOwn }: Props) {
  const say = useSay()
  const confirm = useDecideAdministrator('confirm')
  const refuse = useDecideAdministrator('refuse')
  const isBusy = confirm.isPending || refuse.isPending
  const named = (action: typeof words.confirm) => say(messages.inbox.actionFor({ action, what: name }))
  const refuseWord = isOwn ? words.withdraw : words.refuse
  return (
    <>
      {mayConfirm && (
        <Button
          size="small"
          look="primary"
          className="max-sm:min-h-11"
          aria-label={named(words.confirm)}
          busy={confirm.isPending}
          disabled={isBusy}
          onClick={() => confirm.mutate(id)}
        >
          {say(words.confirm)}
        </Button>
      )}
      <Button
        size="small"
        className="max-sm:min-h-11"
        aria-label={named(refuseWord)}
        busy={refuse.isPending}
        disabled={isBusy}
        onClick={() => refuse.mutate(id)}
      >
        {say(refuseWord)}
      </Button>
    </>
  )
}
