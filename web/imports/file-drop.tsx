import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { useNoStrayDrops } from '../ui/stray-drops.ts'

/** One file, dropped or chosen. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrops()

  function take(file: File | undefined) {
    if (file) onFile(file)
    // So that choosing the same file again, corrected, fires a change event.
    if (input.current) input.current.value = ''
  }

  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer.files[0])
    },
  }

  return (
    <div
      {...drop}
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
