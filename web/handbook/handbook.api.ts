import { useQuery } from '@tanstack/react-query'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { browser as limits } from '../../contract/limits.ts'
import { call } from '../http/api.ts'
import { downloadFile } from '../http/download.ts'

export function useHandbook(language: Language) {
  return useQuery({ queryKey: ['handbook', language], queryFn: () => call('GET /handbook', { query: { language } }) })
}

export function downloadHandbook(say: Say, language: Language) {
  const input = { query: { language }, signal: AbortSignal.timeout(limits.file) }
  return downloadFile('GET /handbook/pdf', input, `${say(messages.handbook.file)}.pdf`)
}
