import { Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { Button } from './button.tsx'
import type { ExportedColumn, FileFormat } from './export-file.ts'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const satisfies Record<FileFormat, string>

type MenuProps = { onChoose: (format: FileFormat) => Promise<void> | void; disabled?: boolean; small?: boolean }

/** Exports a list as a file. */
export function ExportMenu({ onChoose, disabled = false, small = false }: MenuProps) {
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
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        {/* Not disabled while busy: focus returns to it when the menu closes. */}
        <Button size={small ? 'small' : 'medium'} aria-busy={busy || undefined} disabled={disabled}>
          {busy ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-40 animate-appear rounded-lg border border-line bg-card p-1.5 text-ink shadow-lifted"
      >
        {(['csv', 'xlsx'] as const).map((format) => (
          <DropdownMenu.Item
            key={format}
            onSelect={() => void choose(format)}
            className="flex min-h-9 cursor-pointer items-center rounded-sm px-3 text-sm outline-none data-highlighted:bg-brand-soft data-highlighted:text-ink"
          >
            {formats[format]}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

type Props<Row> = {
  /** The name of the list, and of the file. */
  name: string
  columns: readonly ExportedColumn<Row>[]
  /** No data yet, or no matches. */
  disabled: boolean
  /** As displayed: filtered and sorted. */
  rows: () => readonly Row[]
  small?: boolean
}

/** The export of rows that are already loaded. The writer is imported on first use. */
export function TableExport<Row>({ name, columns, rows, ...rest }: Props<Row>) {
  return (
    <ExportMenu
      {...rest}
      onChoose={async (format) => {
        const { exportRows } = await import('./export-file.ts')
        await exportRows(format, name, columns, rows())
      }}
    />
  )
}
