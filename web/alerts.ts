import { messages } from '../contract/messages.ts'
import { ApiError, refusalOf } from './api.ts'
import { toast } from './ui/toast.tsx'

/** Says why something failed: the server's reason if it gave one. An ended session has already been told. */
export function alertFailure(error: unknown, fallback: string, topic?: string) {
  if (error instanceof ApiError && error.status === 401) return
  toast(refusalOf(error) ?? fallback, { kind: 'bad', topic })
}

/** Says that something was done, with ten seconds to take it back. */
export function offerUndo(
  message: string,
  restore: () => Promise<void>,
  { topic, about }: { topic?: string; about?: string } = {},
) {
  toast(message, { seconds: 10, action: undoing(restore), topic, about })
}

function undoing(restore: () => Promise<void>) {
  const run = async () => {
    try {
      await restore()
    } catch (error) {
      // A refusal is final; anything else may pass, and the ten seconds must not be lost to it.
      if (error instanceof ApiError && error.status < 500) alertFailure(error, messages.general.undoFailed)
      else toast(messages.general.undoFailed, { kind: 'bad', seconds: 10, action: undoing(restore) })
    }
  }
  return { label: messages.general.undo, run: () => void run() }
}
