import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useOpenedLastSeen } from '../../last-seen/last-seen.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { useBackOnline, useIsOnline } from '../../ui/online.ts'
import { type Piece, piecesOf, type WithEvidence } from './evidence.ts'

const PictureViewer = lazyComponent(() => import('../../ui/picture-viewer.tsx'), 'PictureViewer')

type Props = {
  posting: WithEvidence
  /** The size of the first piece: next to a list entry, in a list of pictures, or filling its container. */
  size: 'small' | 'medium' | 'large'
  /** The classes of the row of further pieces, for its place in the layout around it. */
  furtherClassName?: string
  /** The classes around the first piece, where it needs a frame. */
  coverClassName?: string
}

/** In pixels too, so that the place of a picture is there before its styles. The large one shows the whole picture: it is read. */
const sizes = {
  small: { look: 'h-12 w-16', width: 64, height: 48 },
  medium: { look: 'h-18 w-24', width: 96, height: 72 },
  large: { look: 'size-full' },
  further: { look: 'h-11 w-14', width: 56, height: 44 },
} as const

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
  const { look, ...place } = sizes[size]
  const isLarge = size === 'large'
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
      className={`relative grid ${look} cursor-zoom-in grid-rows-1 place-items-center self-start overflow-hidden rounded-md bg-sunk text-quiet ${size === 'further' ? 'border border-line' : ''}`}
    >
      {isBroken ? (
        <Missing aria-hidden="true" className="size-5" />
      ) : (
        <img
          src={isLarge ? piece.pictures[0]?.address : piece.thumbnail}
          alt=""
          {...(isLarge ? piece.size : place)}
          loading={isLarge ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setIsBroken(true)}
          className={`size-full ${isLarge ? 'object-contain max-lg:max-h-[65dvh]' : `object-cover ${isPdf ? 'object-top' : ''}`}`}
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
