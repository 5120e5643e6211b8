import { useQueryClient } from '@tanstack/react-query'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { useBranding } from '../../branding/branding.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { downloadRecord, openStoredRecord, type RecordChoice, useStoredRecords } from './record.api.ts'

type Props = { userId: number; label: Message; small?: boolean }

/** All activities of a member over all terms, as a file that the server makes: a PDF in each language of the portal, or CSV. */
export function RecordMenu({ userId, ...props }: Props) {
  const say = useSay()
  const isOnline = useIsOnline()
  const language = useLanguage()
  const { languages } = useBranding()
  // The language of the page comes first.
  const papers = languages
    .toSorted((one, other) => Number(other === language) - Number(one === language))
    .map((one): `pdf-${Language}` => `pdf-${one}`)

  const formats = languages.length < 2 ? (['pdf', 'csv'] as const) : [...papers, 'csv' as const]
  const stored = useStoredRecords(userId, formats, isOnline)
  const queryClient = useQueryClient()

  async function make(choice: RecordChoice) {
    const file = isOnline ? undefined : stored?.get(choice)
    if (file) return openStoredRecord(file)
    try {
      await downloadRecord(queryClient, say, choice, userId)
    } catch (error) {
      alertFailure(error, messages.record.failed, 'record')
    }
  }

  return (
    <ExportMenu
      {...props}
      formats={formats}
      unavailable={isOnline ? undefined : stored?.size ? messages.record.offlineStored : messages.record.offline}
      isKept={(choice) => stored?.has(choice) ?? false}
      onChoose={make}
    />
  )
}
