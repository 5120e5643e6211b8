import { useEffect, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'

/** The URL of a chosen file, to show it before it is uploaded. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return file && address
}

export function sizeOf({ size: bytes }: File): Message {
  const { kilobytes, megabytes } = messages.postedActivities
  if (bytes < 1024 * 1024) return kilobytes({ size: String(Math.max(1, Math.round(bytes / 1024))) })
  return megabytes({ size: (bytes / 1024 / 1024).toFixed(1) })
}
