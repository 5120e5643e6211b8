import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { type Language, languageNames } from '../../contract/languages/languages.ts'
import { useSay } from '../language/language.ts'
import { Button } from './button.tsx'
import type { Exported, FileTitle } from './export-file.ts'
import { Menu, MenuItem } from './menu.tsx'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.tsx'

/** A format, or a PDF in a language other than that of the page. */
type Format = keyof typeof messages.tables.formats | `pdf-${Language}`
type MenuProps<Of extends Format> = {
  onChoose: (format: Of) => Promise<void> | void
  formats: readonly Of[]
  /** The name of the files, if they are not the list below. */
  label?: Message
  /** The reason why no file can be made now. */
  unavailable?: Message | undefined
  /** Whether there is such a file all the same, made before. */
  isKept?: (format: Of) => boolean
  disabled?: boolean
  small?: boolean
  /** A further paper of the list. */
  more?: { label: Message; run: () => void } | undefined
}

function nameOf(format: Format): Message {
  const { formats } = messages.tables
  if (!format.startsWith('pdf-')) return formats[format as keyof typeof formats]
  return messages.general.labelled({ label: formats.pdf, value: languageNames[format.slice('pdf-'.length) as Language] })
}

export const listFormats = ['csv', 'xlsx'] as const

/**
 * The looks of the button. In the header of a panel on a phone it shows only the icon, so that the picker and all buttons stay in one row;
 * a name of its own is shown if there is room.
 */
const looks = {
  list: { button: 'max-sm:px-3', text: 'max-sm:sr-only' },
  named: { button: '@max-xs/page:px-3', text: '@max-xs/page:sr-only' },
  small: { button: 'shrink-0', text: '' },
} as const

/** The menu that exports a list as a file. */
export function ExportMenu<Of extends Format>({
  onChoose,
  formats,
  label,
  unavailable,
  isKept,
  disabled = false,
  small = false,
  more,
}: MenuProps<Of>) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const look = small ? looks.small : label ? looks.named : looks.list

  async function choose(format: Of) {
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
      note={unavailable && say(unavailable)}
      trigger={
        // The button is not disabled while busy: focus returns to it when the menu closes.
        <Button
          size={small ? 'small' : 'medium'}
          className={`pointer-coarse:min-h-11 ${look.button}`}
          aria-busy={busy || undefined}
          disabled={disabled}
        >
          {busy ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          <span className={look.text}>{say(label ?? messages.actions.export)}</span>
        </Button>
      }
    >
      {formats.map((format) => (
        <MenuItem key={format} disabled={unavailable !== undefined && !isKept?.(format)} onSelect={() => void choose(format)}>
          {say(nameOf(format))}
        </MenuItem>
      ))}
      {more && <MenuItem onSelect={more.run}>{say(more.label)}</MenuItem>}
    </Menu>
  )
}

type Props<Row> = {
  title: FileTitle
  /** Whether there is no data yet. */
  disabled?: boolean
  /** The content as displayed at that moment: filtered and sorted. */
  content: () => Exported<Row> | undefined
  small?: boolean
  more?: MenuProps<Format>['more']
}

/** The export of rows that are already loaded. The writer is imported on first use. */
export function TableExport<Row>({ title, content, ...rest }: Props<Row>) {
  const say = useSay()
  return (
    <ExportMenu
      {...rest}
      formats={listFormats}
      onChoose={async (format) => {
        const exported = content()
        const { exportRows } = await import('./export-file.ts')
        if (exported) await exportRows(say, format, title, exported)
      }}
    />
  )
}
