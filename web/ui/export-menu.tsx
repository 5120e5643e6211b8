import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Button } from './button.tsx'
import type { Exported, FileFormat, FileTitle } from './export-file.ts'
import { Menu, MenuItem } from './menu.tsx'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.tsx'

type MenuProps = { onChoose: (format: FileFormat) => Promise<void> | void; disabled?: boolean; small?: boolean }

/** Exports a list as a file. */
export function ExportMenu({ onChoose, disabled = false, small = false }: MenuProps) {
  const say = useSay()
  const [busy, setBusy] = useState(false)

  async function choose(format: FileFormat) {
    if (busy) return
    setBusy(true)
    try {
      await onChoose(format)
    } catch {
      toast(messages.general.exportFailed, { kind: 'bad', topic: 'export' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu
      trigger={
        // Not disabled while busy: focus returns to it when the menu closes.
        <Button
          size={small ? 'small' : 'medium'}
          className={small ? '' : 'max-sm:px-3'}
          aria-busy={busy || undefined}
          disabled={disabled}
        >
          {busy ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          {/* In the header of a panel on a phone only the icon: the picker and all buttons stay in one row. */}
          <span className={small ? '' : 'max-sm:sr-only'}>{say(messages.actions.export)}</span>
        </Button>
      }
    >
      {(['csv', 'xlsx'] as const).map((format) => (
        <MenuItem key={format} onSelect={() => void choose(format)}>
          {say(messages.tables.formats[format])}
        </MenuItem>
      ))}
    </Menu>
  )
}

type Props<Row> = {
  title: FileTitle
  /** No data yet. */
  disabled?: boolean
  /** As displayed at that moment: filtered and sorted. */
  content: () => Exported<Row> | undefined
  small?: boolean
}

/** The export of rows that are already loaded. The writer is imported on first use. */
export function TableExport<Row>({ title, content, ...rest }: Props<Row>) {
  const say = useSay()
  return (
    <ExportMenu
      {...rest}
      onChoose={async (format) => {
        const exported = content()
        const { exportRows } = await import('./export-file.ts')
        if (exported) await exportRows(say, format, title, exported)
      }}
    />
  )
}
