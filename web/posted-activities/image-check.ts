import { messages } from '../../contract/messages.ts'
import { largestImageBytes } from '../../contract/posted-activities.ts'

const firstBytes = [0xff, 0xd8, 0xff]

/** What is wrong with a chosen file, told before a byte of it is sent. The server looks again, and closer. */
export async function refusalOfImage(file: Blob): Promise<string | undefined> {
  try {
    const start = new Uint8Array(await file.slice(0, firstBytes.length).arrayBuffer())
    // Whatever its name and its type say: a picture that was renamed is still what it was.
    if (!firstBytes.every((byte, index) => start[index] === byte)) return messages.postedActivities.onlyJpg
  } catch {
    // Moved, removed, or still in somebody's cloud.
    return messages.postedActivities.imageUnreadable
  }
  return file.size > largestImageBytes ? messages.postedActivities.imageTooLarge : undefined
}
