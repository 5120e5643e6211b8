import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { useBranding } from '../../branding/branding.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { downloadRecord } from './record.api.ts'

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

  async function make(choice: 'pdf' | 'csv' | `pdf-${Language}`) {
    try {
      if (choice === 'pdf' || choice === 'csv') await downloadRecord(say, choice, userId)
      else await downloadRecord(say, 'pdf', userId, choice.slice('pdf-'.length) as Language)
    } catch (error) {
      alertFailure(error, messages.record.failed, 'record')
    }
  }

  return (
    <ExportMenu
      {...props}
      formats={languages.length < 2 ? (['pdf', 'csv'] as const) : [...papers, 'csv' as const]}
      unavailable={isOnline ? undefined : messages.record.offline}
      onChoose={make}
    />
  )
}
