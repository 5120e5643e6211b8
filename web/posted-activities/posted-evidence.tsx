import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useLanguage, useSay } from '../language.ts'
import { useOpenedLastSeen } from '../last-seen/last-seen.ts'
import { LazyBoundary, lazyComponent } from '../lazy-component.tsx'
import { useBackOnline, useIsOnline } from '../ui/online.ts'
import { type Piece, piecesOf, type WithEvidence } from './evidence.ts'

const PictureViewer = lazyComponent(() => import('../ui/picture-viewer.tsx'), 'PictureViewer')

type Props = {
  posting: WithEvidence
  /** Of the first piece: next to a list entry, in a list of pictures, or filling its container. */
  size: 'small' | 'medium' | 'large'
  /** Where the further ones are in the layout around it. */
  furtherClassName?: string
  /** Around the first piece, where it needs a frame. */
  coverClassName?: string
}

const sizes = { small: 'h-12 w-16', medium: 'h-18 w-24', large: 'size-full grid-rows-1', further: 'h-11 w-14' } as const

/** Thumbnails of the evidence: the first piece, and the further ones in a row. Each of them opens the viewer, which shows all. */
export function PostedEvidence({ posting, size, furtherClassName = '', coverClassName }: Props) {
  const say = useSay()
  const language = useLanguage()
  const [start, setStart] = useState<number>()
  const pieces = piecesOf(say, language, posting)
  const [cover, ...further] = pieces
  if (!cover) return null
  const pictures = pieces.flatMap((piece) => piece.pictures)
  const open = (piece: Piece) => setStart(pictures.findIndex(({ address }) => address === piece.pictures[0]?.address))
  const close = () => setStart(undefined)
  const thumbnail = <Thumbnail key={cover.id} piece={cover} size={size} onOpen={() => open(cover)} />
  return (
    <>
      {coverClassName ? <div className={coverClassName}>{thumbnail}</div> : thumbnail}
      {further.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
        <div role="group" aria-label={say(messages.evidence.further)} className={`flex flex-wrap gap-1.5 ${furtherClassName}`}>
          {further.map((piece) => (
            <Thumbnail key={piece.id} piece={piece} size="further" onOpen={() => open(piece)} />
          ))}
        </div>
      )}
      {start !== undefined && (
        <LazyBoundary onFailure={close}>
          <PictureViewer
            title={localized(language, posting, 'activity_name')}
            pictures={pictures}
            start={start}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </>
  )
}

type ThumbnailProps = { piece: Piece; size: keyof typeof sizes; onOpen: () => void }

function Thumbnail({ piece, size, onOpen }: ThumbnailProps) {
  const say = useSay()
  const [isBroken, setIsBroken] = useState(false)
  const isPdf = piece.pages !== undefined
  const Missing = isPdf ? FileText : ImageOff
  const isUnconfirmed = useOpenedLastSeen() !== undefined
  const isConnected = useIsOnline() && !isUnconfirmed
  const failure = isConnected ? messages.viewer.failed : messages.postedActivities.imageNotStored
  useBackOnline(() => setIsBroken(false))
  return (
    <button
      type="button"
      aria-label={say(messages.postedActivities.enlarge({ what: isBroken ? failure : piece.description }))}
      onClick={onOpen}
      onPointerEnter={() => void PictureViewer.preload?.()}
      className={`relative grid ${sizes[size]} cursor-zoom-in place-items-center self-start overflow-hidden rounded-md bg-sunk text-quiet ${size === 'further' ? 'border border-line' : ''}`}
    >
      {isBroken ? (
        <Missing aria-hidden="true" className="size-5" />
      ) : (
        <img
          src={piece.thumbnail}
          alt=""
          {...piece.size}
          loading={size === 'large' ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setIsBroken(true)}
          className={`size-full ${size === 'large' ? 'object-contain max-lg:max-h-[65dvh]' : `object-cover ${isPdf ? 'object-top' : ''}`}`}
        />
      )}
      {isPdf && (
        <span
          aria-hidden="true"
          className="absolute end-0.5 bottom-0.5 rounded-sm bg-deep px-1 text-[0.6875rem] leading-4 font-semibold text-on-deep"
        >
          <bdi>{say(messages.evidence.pdfMark({ pages: piece.pages ?? 1 }))}</bdi>
        </span>
      )}
    </button>
  )
}
