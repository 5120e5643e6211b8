import { Camera, FileText, FileX, Paperclip, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { mostEvidence, type PostedActivity } from '../../contract/posted-activities.ts'
import { useSay } from '../language.ts'
import { useFileDropZone } from '../ui/file-drop-zone.ts'
import { useObjectUrl } from '../ui/object-url.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { Chosen, ChosenFile } from './chosen-evidence.ts'
import { imageAddress, thumbnailOf } from './evidence.ts'
import { sizeOf } from './file-preview.ts'
import { acceptedEvidence } from './prepare-evidence.ts'

type Props = {
  chosen: Chosen
  /** What the edited posting has. */
  stored: Pick<PostedActivity, 'image_id' | 'files'> | undefined
  onAdd: (files: readonly File[]) => void
  /** A chosen file by its key, a saved one by its id. */
  onRemove: (which: number | string) => void
  /** While saving, drops are ignored. */
  busy: boolean
}

/** The photos and PDF files of a posting: dropped, chosen, or taken with a phone's camera. A refused one is shown with its sentence. */
export function EvidenceField({ chosen, stored, onAdd, onRemove, busy }: Props) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { zone, isOver } = useFileDropZone((files) => !busy && onAdd(files))
  const { files, removed, leftOut } = chosen
  const kept = {
    imageId: stored?.image_id && !removed.includes(stored.image_id) ? stored.image_id : undefined,
    files: stored?.files.filter((file) => !removed.includes(file.id)) ?? [],
  }
  const count = files.length + kept.files.length + (kept.imageId ? 1 : 0)
  const sentences = [
    ...files.flatMap(({ key, refusal }) => (refusal ? [`${id}-${key}`] : [])),
    ...(leftOut.length > 0 ? [`${id}-left-out`] : []),
  ]
  const isRefused = files.some(({ refusal }) => refusal)

  function take(element: HTMLInputElement) {
    onAdd([...(element.files ?? [])])
    // So that choosing the same file again fires a change event.
    element.value = ''
  }

  function remove(which: number | string) {
    onRemove(which)
    input.current?.focus()
  }

  const words = messages.evidence
  return (
    <div {...zone}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {say(messages.fields.image)} <span className="font-normal text-quiet">{say(words.rule({ most: mostEvidence }))}</span>
      </label>
      {count > 0 && (
        <ul aria-label={say(words.chosen)} className="mb-2 divide-y divide-line rounded-md border border-line bg-sunk">
          {kept.imageId && (
            <Row
              name={say(messages.postedActivities.postedImage)}
              facts={[words.stored]}
              picture={imageAddress(kept.imageId)}
              removeLabel={messages.postedActivities.removeImage}
              onRemove={() => kept.imageId && remove(kept.imageId)}
            />
          )}
          {kept.files.map((file) => (
            <Row
              key={file.id}
              name={file.name}
              facts={[...(file.pages ? [words.pages({ count: file.pages })] : []), words.stored]}
              picture={thumbnailOf(file)}
              removeLabel={(file.kind === 'pdf' ? words.removeFile : words.removeImage)({ file: file.name })}
              onRemove={() => remove(file.id)}
            />
          ))}
          {files.map((one) => (
            <NewRow key={one.key} one={one} sentenceId={`${id}-${one.key}`} onRemove={() => remove(one.key)} />
          ))}
        </ul>
      )}
      <div className="grid gap-2 pointer-coarse:grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))]">
        <Zone isOver={false} isBad={false} className="hidden pointer-coarse:block">
          <input
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={say(words.takePhoto)}
            onChange={(event) => take(event.target)}
            className={coverClass}
          />
          <p className={zoneText}>
            <Camera aria-hidden="true" className="size-5 shrink-0 text-brass" />
            <span className="font-medium text-brand">{say(words.takePhoto)}</span>
          </p>
        </Zone>
        <Zone isOver={isOver} isBad={isRefused}>
          {/* The input covers the zone, so that pointer, keyboard and screen reader all use the native control. */}
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept={acceptedEvidence}
            aria-invalid={isRefused || undefined}
            aria-describedby={sentences.length > 0 ? sentences.join(' ') : undefined}
            onChange={(event) => take(event.target)}
            className={coverClass}
          />
          <p className={zoneText}>
            <Paperclip aria-hidden="true" className="size-5 shrink-0 text-brass" />
            {isOver ? say(words.dropHere) : <ChooseWords />}
          </p>
        </Zone>
      </div>
      <p role="status" className={count > 0 ? 'mt-1.5 text-[0.8125rem] text-quiet' : 'sr-only'}>
        <bdi>{count > 0 && say(words.count({ number: count, most: mostEvidence }))}</bdi>
      </p>
      {leftOut.length > 0 && (
        <p id={`${id}-left-out`} role="alert" className="mt-1.5 text-sm font-medium text-bad wrap-anywhere">
          {say(words.tooMany({ most: mostEvidence, files: leftOut.join(', ') }))}
        </p>
      )}
    </div>
  )
}

const coverClass = 'absolute inset-0 z-10 size-full cursor-pointer rounded-md opacity-0'
const zoneText = 'flex min-h-14 items-center justify-center gap-2.5 px-3 py-3 text-center text-quiet'

type ZoneProps = { isOver: boolean; isBad: boolean; className?: string; children: ReactNode }

function Zone({ isOver, isBad, className = '', children }: ZoneProps) {
  const look = isOver ? 'border-focus bg-brand-soft' : `bg-sunk ${isBad ? 'border-bad' : 'border-edge/80 hover:border-edge'}`
  return (
    <div className={`relative rounded-md border border-dashed transition-colors focus-within:border-focus ${look} ${className}`}>
      {children}
    </div>
  )
}

/** A phone has no drag and drop. */
function ChooseWords() {
  const say = useSay()
  const { dropFiles, chooseFiles, chooseOnPhone } = messages.evidence
  return (
    <span>
      <span className="pointer-coarse:hidden">{say(dropFiles)} </span>
      <span className="font-medium text-brand pointer-fine:underline pointer-fine:underline-offset-2">
        <span className="pointer-coarse:hidden">{say(chooseFiles)}</span>
        <span className="hidden pointer-coarse:inline">{say(chooseOnPhone)}</span>
      </span>
    </span>
  )
}

function NewRow({ one, sentenceId, onRemove }: { one: ChosenFile; sentenceId: string; onRemove: () => void }) {
  const say = useSay()
  const { file, kind, refusal, isPreparing = false } = one
  const preview = useObjectUrl(kind === 'photo' && !refusal ? file : undefined)
  const words = messages.evidence
  return (
    <Row
      name={file.name}
      facts={[isPreparing ? words.preparing : sizeOf(file)]}
      picture={preview}
      alt={say(words.previewOf({ file: file.name }))}
      isPreparing={isPreparing}
      isRefused={refusal !== undefined}
      removeLabel={(kind === 'photo' || /\.(jpe?g|png|webp|hei[cf])$/i.test(file.name) ? words.removeImage : words.removeFile)({
        file: file.name,
      })}
      onRemove={onRemove}
    >
      {refusal && (
        <p id={sentenceId} role="alert" className="px-2.5 pb-2 text-sm font-medium text-bad wrap-anywhere">
          {say(refusal)}
        </p>
      )}
    </Row>
  )
}

type RowProps = {
  name: string
  facts: readonly Message[]
  picture: string | undefined
  alt?: string
  isPreparing?: boolean
  isRefused?: boolean
  removeLabel: Message
  onRemove: () => void
  children?: ReactNode
}

function Row({ name, facts, picture, alt = '', isPreparing, isRefused, removeLabel, onRemove, children }: RowProps) {
  const say = useSay()
  return (
    <li>
      <div className="flex items-center gap-3 p-2">
        {/* Browsers apply the EXIF orientation; so does the server. */}
        {picture && !isRefused ? (
          <img src={picture} alt={alt} className="size-14 shrink-0 rounded-sm border border-line bg-card object-contain" />
        ) : (
          <span
            aria-hidden="true"
            className={`grid size-14 shrink-0 place-items-center rounded-sm border border-line bg-card ${isRefused ? 'text-bad' : 'text-quiet'}`}
          >
            {isPreparing ? <Spinner /> : isRefused ? <FileX className="size-6" /> : <FileText className="size-6" />}
          </span>
        )}
        <div className="min-w-0 grow">
          <p dir="auto" className="truncate text-sm font-medium text-as-around" title={name}>
            {name}
          </p>
          <p className="text-[0.8125rem] text-quiet">
            <bdi>{facts.map((fact) => say(fact)).join(' · ')}</bdi>
          </p>
        </div>
        <button
          type="button"
          aria-label={say(removeLabel)}
          title={say(messages.postedActivities.remove)}
          onClick={onRemove}
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-quiet hover:bg-card hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      {children}
    </li>
  )
}
