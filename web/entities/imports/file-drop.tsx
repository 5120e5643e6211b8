import { FileSpreadsheet } from 'lucide-react'
import { useId, useRef } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { useFileDropZone } from '../../ui/file-drop-zone.ts'

/** A field for one file, dropped or chosen. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { zone, isOver } = useFileDropZone((files) => take(files[0]))

  function take(file: File | undefined) {
    if (file) onFile(file)
    // The value is cleared, so that choosing the same file again, corrected, fires a change event.
    if (input.current) input.current.value = ''
  }

  return (
    <div
      {...zone}
      className={`relative rounded-md border border-dashed transition-colors focus-within:border-focus focus-within:outline-2 focus-within:outline-focus ${isOver ? 'border-focus bg-brand-soft' : 'border-edge/80 bg-sunk hover:border-edge'}`}
    >
      {/* The input covers the zone, so that pointer, keyboard and screen reader all use the native control. */}
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={say(messages.imports.file)}
        aria-describedby={`${id}-limits`}
        onChange={(event) => take(event.target.files?.[0])}
        className="absolute inset-0 z-10 size-full cursor-pointer rounded-md opacity-0"
      />
      <div className="flex flex-col items-center gap-1 px-4 py-9 text-center">
        <FileSpreadsheet aria-hidden="true" className="size-7 text-brass" strokeWidth={1.5} />
        <p className="mt-1.5">
          {isOver ? (
            say(messages.imports.dropHere)
          ) : (
            <>
              <span className="pointer-coarse:hidden">{say(messages.imports.dropFile)} </span>
              <span className="font-medium text-brand underline underline-offset-2">
                <span className="pointer-coarse:hidden">{say(messages.imports.chooseOne)}</span>
                <span className="hidden pointer-coarse:inline">{say(messages.imports.chooseFile)}</span>
              </span>
            </>
          )}
        </p>
        <p id={`${id}-limits`} className="text-sm text-quiet">
          {say(messages.imports.limits)}
        </p>
      </div>
    </div>
  )
}
