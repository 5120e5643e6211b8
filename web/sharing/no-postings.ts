import { messages } from '../../contract/languages/catalogue.ts'
import { toast } from '../ui/toast.tsx'
import './words.ts'

/** Says to an administrator that nothing can be posted from their account: the phone offers it whoever is signed in. */
export function sayNoPostings() {
  toast(messages.sharing.noPostings, { kind: 'bad', topic: 'sharing', seconds: 15 })
}
