import { ImageOff, ImagePlus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { useFileDropZone } from '../ui/file-drop-zone.ts'
import { useObjectUrl } from '../ui/object-url.ts'
import { sizeOf } from './file-preview.ts'
import { acceptedPhotos } from './photo-format.ts'

type Props = {
  picture: File | undefined
  onChange: (file: File | undefined) => void
  error: string | undefined
  isPreparing: boolean
  /** While saving, drops are ignored. */
  busy: boolean
}

/** One photo: dropped, chosen, or taken with a phone's camera. A refused file is shown with its error until it is removed or replaced. */
export function ImageField({ picture, onChange, error, isPreparing, busy }: Props) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { zone, isOver } = useFileDropZone((files) => !busy && take(files[0]))

  function take(file: File | undefined) {
    if (!file) return
    onChange(file)
    // So that choosing the same file again fires a change event.
    if (input.current) input.current.value = ''
  }

  function remove() {
    onChange(undefined)
    input.current?.focus()
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {say(messages.fields.image)}{' '}
        <span aria-live="polite" className="font-normal text-quiet">
          {say(isPreparing ? messages.postedActivities.preparingPhoto : messages.postedActivities.imageRule)}
        </span>
      </label>
      <div
        {...zone}
        className={`relative rounded-md border transition-colors focus-within:border-focus ${picture ? '' : 'border-dashed'} ${isOver ? 'border-focus bg-brand-soft' : `bg-sunk ${error ? 'border-bad' : picture ? 'border-line' : 'border-edge/80 hover:border-edge'}`}`}
      >
        {/* The input covers the empty zone, so that pointer, keyboard and screen reader all use the native control. */}
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedPhotos}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => take(event.target.files?.[0])}
          className={picture ? 'sr-only' : 'absolute inset-0 z-10 size-full cursor-pointer rounded-md opacity-0'}
        />
        {picture ? (
          <ChosenPicture
            picture={picture}
            isRefused={error !== undefined}
            onReplace={() => input.current?.click()}
            onRemove={remove}
          />
        ) : (
          <p className="flex min-h-14 items-center justify-center gap-2.5 px-4 py-3 text-center text-quiet">
            <ImagePlus aria-hidden="true" className="size-5 shrink-0 text-brass" />
            {isOver ? say(messages.postedActivities.dropHere) : <DropWords />}
          </p>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** A phone has no drag and drop. */
function DropWords() {
  const say = useSay()
  const { dropPhoto, chooseFile, takePhoto } = messages.postedActivities
  return (
    <span>
      <span className="pointer-coarse:hidden">{say(dropPhoto)} </span>
      <span className="font-medium text-brand underline underline-offset-2">
        <span className="pointer-coarse:hidden">{say(chooseFile)}</span>
        <span className="hidden pointer-coarse:inline">{say(takePhoto)}</span>
      </span>
    </span>
  )
}

type ChosenProps = {
  picture: File
  isRefused: boolean
  onReplace: () => void
  onRemove: () => void
}

function ChosenPicture({ picture, isRefused, onReplace, onRemove }: ChosenProps) {
  const say = useSay()
  const address = useObjectUrl(picture)
  const words = messages.postedActivities
  return (
    <div className="flex items-center gap-3.5 p-2.5">
      {/* Browsers apply the EXIF orientation; so does the server. */}
      {isRefused ? (
        <span
          aria-hidden="true"
          className="grid size-20 shrink-0 place-items-center rounded-sm border border-line bg-card text-bad"
        >
          <ImageOff className="size-6" />
        </span>
      ) : (
        <img
          src={address}
          alt={say(words.preview)}
          className="size-20 shrink-0 rounded-sm border border-line bg-card object-contain"
        />
      )}
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate text-sm font-medium text-as-around" title={picture.name}>
          {picture.name}
        </p>
        <p className="text-[0.8125rem] text-quiet">{say(sizeOf(picture))}</p>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <Button size="small" onClick={onReplace}>
            {say(words.replaceImage)}
          </Button>
          <Button size="small" look="ghost" onClick={onRemove} aria-label={say(words.removeImage)}>
            <X aria-hidden="true" className="size-3.5" />
            {say(words.remove)}
          </Button>
        </div>
      </div>
    </div>
  )
}
