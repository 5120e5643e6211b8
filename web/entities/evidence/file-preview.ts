import { type Message, messages } from '../../../contract/languages/catalogue.ts'

export function sizeOf({ size: bytes }: Pick<File, 'size'>): Message {
  const { kilobytes, megabytes } = messages.postedActivities
  if (bytes < 1024 * 1024) return kilobytes({ size: String(Math.max(1, Math.round(bytes / 1024))) })
  return megabytes({ size: (bytes / 1024 / 1024).toFixed(1) })
}
