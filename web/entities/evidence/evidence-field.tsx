import { Camera, FileText, FileX, ImagePlus, Paperclip, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { mostEvidence } from '../../../contract/limits.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { useFileDropZone } from '../../ui/file-drop-zone.ts'
import { useObjectUrl } from '../../ui/object-url.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type Chosen, type ChosenFile, isAcceptedPhoto } from './chosen-file.ts'
import { fileThumbnail, imageThumbnail } from './evidence.ts'
import { sizeOf } from './file-preview.ts'
import { acceptedPhotos } from './photo-format.ts'
import { CropIcon } from './photo-icons.tsx'

const words = messages.evidence
const { dropPhoto, chooseFile, takePhoto, imageRule, replaceImage, dropHere, preparingPhoto } = messages.postedActivities

const fields = {
  /** A single photo, which the next one replaces. */
  photo: {
    most: 1,
    Icon: ImagePlus,
    accept: acceptedPhotos,
    rule: imageRule,
    drop: dropPhoto,
    dropHere,
    choose: chooseFile,
    chooseOnPhone: takePhoto,
  },
  /** Photos and PDF files. */
  files: {
    most: mostEvidence,
    Icon: Paperclip,
    accept: `${acceptedPhotos},.pdf,application/pdf`,
    rule: words.rule({ most: mostEvidence }),
    drop: words.dropFiles,
    dropHere: words.dropHere,
    choose: words.chooseFiles,
    chooseOnPhone: words.chooseOnPhone,
  },
}

type Props = {
  takes: keyof typeof fields
  chosen: Chosen
  /** The saved evidence of the edited posting. */
  stored?: Pick<PostedActivity, 'image_id' | 'files'> | undefined
  onAdd: (files: readonly File[]) => void
  /** Removes a chosen file by its key, or a saved one by its id. */
  onRemove: (which: number | string) => void
  /** Puts the chosen photos into one PDF. */
  onJoin?: () => Promise<void>
  /** Opens a chosen photo, to be cropped and turned. */
  onEdit?: (key: number) => void
  /** Drops are ignored while saving. */
  busy: boolean
}

/** Evidence that is dropped, chosen, or taken with a phone's camera. A refused file is shown with its sentence. */
export function EvidenceField({ takes, chosen, stored, onAdd, onRemove, onJoin, onEdit, busy }: Props) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { zone, isOver } = useFileDropZone((files) => !busy && onAdd(files))
  const { most, Icon, accept, rule, ...texts } = fields[takes]
  const isOne = most === 1
  const { files, removed, leftOut } = chosen
  const remaining = {
    imageId: stored?.image_id && !removed.includes(stored.image_id) ? stored.image_id : undefined,
    files: stored?.files.filter((file) => !removed.includes(file.id)) ?? [],
  }
  const count = files.length + remaining.files.length + (remaining.imageId ? 1 : 0)
  const sentences = [
    ...files.flatMap(({ key, refusal }) => (refusal ? [`${id}-${key}`] : [])),
    ...(leftOut.length > 0 ? [`${id}-left-out`] : []),
  ]
  const isRefused = files.some(({ refusal }) => refusal)
  const counted = count > 0 ? words.count({ number: count, most }) : undefined
  const status = isOne ? files[0]?.isPreparing && preparingPhoto : counted

  function take(element: HTMLInputElement) {
    onAdd([...(element.files ?? [])])
    // The value is cleared, so that choosing the same file again fires a change event.
    element.value = ''
  }

  const photos = files.filter(isAcceptedPhoto).length
  const [isJoining, setIsJoining] = useState(false)
  async function join() {
    setIsJoining(true)
    await onJoin?.()
    setIsJoining(false)
    input.current?.focus()
  }

  function remove(which: number | string) {
    onRemove(which)
    input.current?.focus()
  }

  return (
    <div {...zone}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {say(messages.fields.image)} <span className="font-normal text-quiet">{say(rule)}</span>
      </label>
      {count > 0 && (
        <ul aria-label={say(words.chosen)} className="mb-2 divide-y divide-line rounded-md border border-line bg-sunk">
          {remaining.imageId && (
            <Row
              name={say(messages.postedActivities.postedImage)}
              facts={[words.stored]}
              picture={imageThumbnail(remaining.imageId)}
              removeLabel={messages.postedActivities.removeImage}
              onRemove={() => remaining.imageId && remove(remaining.imageId)}
            />
          )}
          {remaining.files.map((file) => (
            <Row
              key={file.id}
              name={file.name}
              facts={[...(file.pages ? [words.pages({ count: file.pages })] : []), words.stored]}
              picture={fileThumbnail(file.id)}
              removeLabel={(file.kind === 'pdf' ? words.removeFile : words.removeImage)({ file: file.name })}
              onRemove={() => remove(file.id)}
            />
          ))}
          {files.map((one) => (
            <NewRow
              key={one.key}
              takes={takes}
              one={one}
              sentenceId={`${id}-${one.key}`}
              onEdit={onEdit && isAcceptedPhoto(one) ? () => onEdit(one.key) : undefined}
              onRemove={() => remove(one.key)}
            />
          ))}
        </ul>
      )}
      {onJoin && (photos > 1 || isJoining) && (
        <Button size="small" busy={isJoining} onClick={() => void join()} className="mb-2 pointer-coarse:min-h-11">
          <FileText aria-hidden="true" className="size-4" />
          {say(messages.photos.join({ count: photos }))}
        </Button>
      )}
      <div className="grid gap-2 pointer-coarse:grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))]">
        {!isOne && (
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
        )}
        <Zone isOver={isOver} isBad={isRefused}>
          {/* The input covers the zone, so that pointer, keyboard and screen reader all use the native control. */}
          <input
            ref={input}
            id={id}
            type="file"
            multiple={!isOne}
            accept={accept}
            aria-invalid={isRefused || undefined}
            aria-describedby={sentences.length > 0 ? sentences.join(' ') : undefined}
            onChange={(event) => take(event.target)}
            className={coverClass}
          />
          <p className={zoneText}>
            <Icon aria-hidden="true" className="size-5 shrink-0 text-brass" />
            {isOver ? (
              say(texts.dropHere)
            ) : isOne && count > 0 ? (
              <span className={linkLook}>{say(replaceImage)}</span>
            ) : (
              <ChooseWords {...texts} />
            )}
          </p>
        </Zone>
      </div>
      <p role="status" className={status && !isOne ? 'mt-1.5 text-[0.8125rem] text-quiet' : 'sr-only'}>
        <bdi>{status && say(status)}</bdi>
      </p>
      {leftOut.length > 0 && (
        <p id={`${id}-left-out`} role="alert" className="mt-1.5 text-sm font-medium text-bad wrap-anywhere">
          {say(words.tooMany({ most, files: leftOut.join(', ') }))}
        </p>
      )}
    </div>
  )
}

const coverClass = 'absolute inset-0 z-10 size-full cursor-pointer rounded-md opacity-0'
const linkLook = 'font-medium text-brand pointer-fine:underline pointer-fine:underline-offset-2'
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

/** The words of the field. A phone has no drag and drop. */
function ChooseWords({ drop, choose, chooseOnPhone }: Record<'drop' | 'choose' | 'chooseOnPhone', Message>) {
  const say = useSay()
  return (
    <span>
      <span className="pointer-coarse:hidden">{say(drop)} </span>
      <span className={linkLook}>
        <span className="pointer-coarse:hidden">{say(choose)}</span>
        <span className="hidden pointer-coarse:inline">{say(chooseOnPhone)}</span>
      </span>
    </span>
  )
}

type NewRowProps = Pick<Props, 'takes'> & {
  one: ChosenFile
  sentenceId: string
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function NewRow({ takes, one, sentenceId, onEdit, onRemove }: NewRowProps) {
  const say = useSay()
  const { file, kind, refusal, isPreparing = false } = one
  const isImage = takes === 'photo' || kind === 'photo' || /\.(jpe?g|png|webp|hei[cf])$/i.test(file.name)
  const preview = useObjectUrl(kind === 'photo' && !refusal ? file : undefined)
  return (
    <Row
      name={file.name}
      facts={[isPreparing ? words.preparing : sizeOf(file)]}
      picture={preview}
      alt={say(words.previewOf({ file: file.name }))}
      isPreparing={isPreparing}
      isRefused={refusal !== undefined}
      onEdit={onEdit}
      removeLabel={(isImage ? words.removeImage : words.removeFile)({ file: file.name })}
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

const rowButton = 'grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-quiet hover:bg-card hover:text-ink'

type RowProps = {
  name: string
  facts: readonly Message[]
  picture: string | undefined
  alt?: string
  isPreparing?: boolean
  isRefused?: boolean
  onEdit?: (() => void) | undefined
  removeLabel: Message
  onRemove: () => void
  children?: ReactNode
}

function Row({ name, facts, picture, alt = '', isPreparing, isRefused, onEdit, removeLabel, onRemove, children }: RowProps) {
  const say = useSay()
  return (
    <li>
      <div className="flex items-center gap-3 p-2">
        {/* Browsers apply the EXIF orientation; so does the server. */}
        {picture && !isRefused ? (
          <img
            src={picture}
            alt={alt}
            width={56}
            height={56}
            loading="lazy"
            decoding="async"
            className="size-14 shrink-0 rounded-sm border border-line bg-card object-contain"
          />
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
        {onEdit && (
          <button
            type="button"
            aria-label={say(messages.photos.editNamed({ file: name }))}
            title={say(messages.photos.edit)}
            onClick={onEdit}
            className={rowButton}
          >
            <CropIcon />
          </button>
        )}
        <button
          type="button"
          aria-label={say(removeLabel)}
          title={say(messages.postedActivities.remove)}
          onClick={onRemove}
          className={rowButton}
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      {children}
    </li>
  )
}
