import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { largestImageBytes } from '../../contract/posted-activities.ts'

const firstBytes = [0xff, 0xd8, 0xff]

/** Validates a chosen file before it is uploaded. The server validates it again, and more strictly. */
export async function refusalOfImage(file: Blob): Promise<Message | undefined> {
  const { imageEmpty, onlyJpg, imageUnreadable, imageTooLarge, imageDamaged } = messages.postedActivities
  if (file.size === 0) return imageEmpty
  try {
    const start = new Uint8Array(await file.slice(0, firstBytes.length).arrayBuffer())
    // Checks the content, because a renamed file has the wrong name and type.
    if (!firstBytes.every((byte, index) => start[index] === byte)) return onlyJpg
  } catch {
    // Moved, deleted, or not yet downloaded from a cloud drive.
    return imageUnreadable
  }
  if (file.size > largestImageBytes) return imageTooLarge
  return (await canBeDecoded(file)) ? undefined : imageDamaged
}

async function canBeDecoded(file: Blob): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}
