import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useSay } from '../../language/language.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { downloadRecord, type RecordFormat } from './record.api.ts'

type Props = { userId: number; label: Message; small?: boolean }

/** All activities of a member over all terms, as a file that the server makes. */
export function RecordMenu({ userId, ...props }: Props) {
  const say = useSay()
  const isOnline = useIsOnline()

  async function make(format: RecordFormat) {
    try {
      await downloadRecord(say, format, userId)
    } catch (error) {
      alertFailure(error, messages.record.failed, 'record')
    }
  }

  return (
    <ExportMenu
      {...props}
      formats={['pdf', 'csv'] as const}
      unavailable={isOnline ? undefined : messages.record.offline}
      onChoose={make}
    />
  )
}
