import { type Message, messages } from './languages/catalogue.ts'

const megabyte = 1024 * 1024

/** The quota in bytes; the setting is in megabytes. */
export function quotaBytes(megabytes: number): number {
  return megabytes * megabyte
}

/** The refusal of a file over the quota. What remains for the files of a term is rounded down, so that a file of that size fits. */
export function overQuota(leftBytes: number, quota: number): Message {
  const { megabytes, overQuota: sentence } = messages.postedActivities
  const left = Math.floor((Math.max(0, leftBytes) / megabyte) * 10) / 10
  return sentence({ left: megabytes({ size: left.toFixed(1) }), quota: megabytes({ size: String(quota / megabyte) }) })
}
