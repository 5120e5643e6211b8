import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { MessageKind } from '../../../contract/messages.ts'

const { kinds } = messages.messages

const names: Readonly<Record<MessageKind, Message>> = {
  announcement: kinds.announcement,
  'posted nothing': kinds.postedNothing,
  'never signed in': kinds.neverSignedIn,
  returned: kinds.returned,
  'not scored': kinds.notScored,
}

export function kindName(kind: MessageKind): Message {
  return names[kind]
}
