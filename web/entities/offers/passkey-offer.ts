import { messages } from '../../../contract/languages/catalogue.ts'
import { loadLaterWords } from '../../language/language.ts'
import { toast } from '../../ui/toast.tsx'
import { canUsePasskeys } from '../accounts/passkey-support.ts'
import { noteOffer, offerSeconds } from './note-offer.ts'

/** The user to whom this page has offered a passkey. */
let offeredTo: number | undefined

/** Offers a passkey where the server says that it is the moment. Taken or dismissed, the offer is never made again to the account. */
export async function offerPasskey(userId: number, openSecurity: () => void) {
  if (offeredTo === userId || !canUsePasskeys()) return
  offeredTo = userId
  await loadLaterWords()
  toast(messages.offers.passkey, {
    topic: 'passkey-offer',
    seconds: offerSeconds,
    action: {
      label: messages.signInSecurity.addPasskey,
      run: () => {
        void noteOffer('passkey')
        openSecurity()
      },
    },
    onDismiss: () => void noteOffer('passkey'),
  })
}
