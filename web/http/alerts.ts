import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError, refusalOf } from './api.ts'

/** Shows the reason why a request failed: the server's message if there is one. An expired session is reported elsewhere. */
export function alertFailure(error: unknown, fallback: Message, topic?: string) {
  if (error instanceof ApiError && error.status === 401) return
  toast(refusalOf(error) ?? fallback, { kind: 'bad', topic })
}

/** Confirms an action and offers Undo for ten seconds. */
export function offerUndo(
  message: Message,
  restore: () => Promise<void>,
  { topic, about }: { topic?: string; about?: string } = {},
) {
  toast(message, { seconds: 10, action: undoing(restore), topic, about })
}

/** The topic of the toasts about a row, one at a time: that it was removed, or that it was restored, which makes Undo pointless. */
export function removalTopic(restored: Message, id: number): string {
  return `${restored.key} ${id}`
}

function undoing(restore: () => Promise<void>) {
  const run = async () => {
    try {
      await restore()
    } catch (error) {
      // A 4xx is final. Any other failure may be temporary, so Undo is offered again.
      if (error instanceof ApiError && error.status < 500) alertFailure(error, messages.general.undoFailed)
      else toast(refusalOf(error) ?? messages.general.undoFailed, { kind: 'bad', seconds: 10, action: undoing(restore) })
    }
  }
  return { label: messages.general.undo, run: () => void run() }
}
