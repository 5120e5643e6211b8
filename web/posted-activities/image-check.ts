import { messages } from '../../contract/messages.ts'
import { largestImageBytes } from '../../contract/posted-activities.ts'

const firstBytes = [0xff, 0xd8, 0xff]

/** Validates a chosen file before it is uploaded. The server validates it again, and more strictly. */
export async function refusalOfImage(file: Blob): Promise<string | undefined> {
  try {
    const start = new Uint8Array(await file.slice(0, firstBytes.length).arrayBuffer())
    // Checks the content, because a renamed file has the wrong name and type.
    if (!firstBytes.every((byte, index) => start[index] === byte)) return messages.postedActivities.onlyJpg
  } catch {
    // Moved, deleted, or not yet downloaded from a cloud drive.
    return messages.postedActivities.imageUnreadable
  }
  return file.size > largestImageBytes ? messages.postedActivities.imageTooLarge : undefined
}
