import { ChevronLeft, ChevronRight, Download, ImageOff, type LucideIcon, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useCloseOnBack } from './close-on-back.ts'
import { keepOpenForToasts } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'
import { usePictureGestures } from './picture-gestures.ts'
import { Spinner } from './spinner.tsx'
import { largestScale, type View, whole } from './zoom.ts'

export type ViewerPicture = {
  address: string
  /** The alternative text, which a screen reader also reads when the picture is opened. */
  description: string
  /** The caption below the title. */
  caption: string
  /** The whole file, of which this picture is a page. */
  download?: { address: string; name: string } | undefined
}

type Props = {
  title: string
  pictures: readonly ViewerPicture[]
  /** The index of the picture that is opened first. */
  start: number
  onClose: () => void
}

const zoomStep = 1.5
/** The step per key, as a share of the width and height. */
const panStep = 0.15

/**
 * A viewer of pictures one after the other, each as large as the screen. It is dark in both themes: nothing outshines the picture. It does
 * without Radix's Overlay, as in dialog.tsx.
 */
export function PictureViewer({ title, pictures, start, onClose }: Props) {
  const say = useSay()
  const isRtl = directionOf(useLanguage()) === 'rtl'
  const [index, setIndex] = useState(start)
  const [view, setView] = useState<View>(whole)
  const content = useRef<HTMLDivElement>(null)
  // The frame is in state, because a portal renders it after the effects of this component.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const giveFocusBack = useFocusReturn(true)
  useCloseOnBack(true, onClose)

  function open(next: number) {
    const possible = Math.min(Math.max(next, 0), pictures.length - 1)
    if (possible === index) return
    setIndex(possible)
    setView(whole)
  }

  const gestures = usePictureGestures({
    frame,
    sizeOfPicture: () =>
      image.current?.naturalWidth ? { width: image.current.offsetWidth, height: image.current.offsetHeight } : undefined,
    isRtl,
    view,
    onView: setView,
    canStep: (step) => pictures[index + step] !== undefined,
    onStep: (step) => open(index + step),
  })

  function pan(x: number, y: number) {
    const { width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {}
    gestures.move(x * width * panStep, y * height * panStep)
  }

  /** Moves a zoomed picture by the arrows, or opens the picture on that side. */
  const toSide = (side: -1 | 1) => (view.scale > 1 ? pan(-side, 0) : open(index + (isRtl ? -side : side)))
  const keys: Readonly<Record<string, () => void>> = {
    Escape: onClose,
    ArrowLeft: () => toSide(-1),
    ArrowRight: () => toSide(1),
    ArrowUp: () => pan(0, 1),
    ArrowDown: () => pan(0, -1),
    PageUp: () => open(index - 1),
    PageDown: () => open(index + 1),
    Home: () => open(0),
    End: () => open(pictures.length - 1),
    '+': () => gestures.zoom(view.scale * zoomStep),
    '=': () => gestures.zoom(view.scale * zoomStep),
    '-': () => gestures.zoom(view.scale / zoomStep),
    '0': () => setView(whole),
  }

  function onKeyDown(event: KeyboardEvent) {
    // The keys with a modifier are the browser's own.
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const current = pictures[index]
  if (!current) return null
  const words = messages.viewer
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          data-holds-page=""
          data-picture-viewer=""
          aria-describedby={undefined}
          // The viewer is closed by `keys`: Radix passes Escape on from the dialog below only some time after the viewer has focus.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={keepOpenForToasts}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          onCloseAutoFocus={giveFocusBack}
          onKeyDown={onKeyDown}
          className="@container/page pointer-events-auto fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-deep text-on-deep outline-none"
        >
          <div className="flex items-start gap-2 py-2 ps-4 pe-2">
            <div className="min-w-0 grow py-1.5">
              <Radix.Title className="truncate font-sans text-base font-medium">
                <bdi>{title}</bdi>
              </Radix.Title>
              <p className="truncate text-sm text-on-deep-quiet">
                <bdi>{current.caption}</bdi>
              </p>
            </div>
            <Radix.Close aria-label={say(messages.actions.close)} className={`${buttonClass} grid place-items-center`}>
              <X aria-hidden="true" className="size-5.5" />
            </Radix.Close>
          </div>
          <div
            ref={setFrame}
            {...gestures.handlers}
            className={`relative touch-none overflow-hidden select-none ${view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
          >
            {pictures.map((picture, place) =>
              Math.abs(place - index) > 1 ? null : (
                <Slide
                  key={picture.address}
                  picture={picture}
                  place={(place - index) * (isRtl ? -1 : 1)}
                  drag={gestures.drag}
                  view={place === index ? view : whole}
                  image={place === index ? image : undefined}
                />
              ),
            )}
          </div>
          <div className="flex flex-wrap items-center justify-center gap-x-1 gap-y-0.5 px-2 py-1.5 sm:gap-x-2">
            {pictures.length > 1 && (
              <>
                <ViewerButton
                  Icon={ChevronLeft}
                  label={say(words.previous)}
                  isOff={index === 0}
                  onClick={() => open(index - 1)}
                />
                <p className="min-w-16 text-center text-sm font-medium whitespace-nowrap">
                  <bdi>{say(words.position({ number: index + 1, total: pictures.length }))}</bdi>
                </p>
                <ViewerButton
                  Icon={ChevronRight}
                  label={say(words.next)}
                  isOff={index === pictures.length - 1}
                  onClick={() => open(index + 1)}
                />
                <span aria-hidden="true" className="mx-1 h-6 w-px bg-deep-line" />
              </>
            )}
            <ViewerButton
              Icon={ZoomOut}
              label={say(words.zoomOut)}
              isOff={view.scale <= 1}
              onClick={() => gestures.zoom(view.scale / zoomStep)}
            />
            <ViewerButton
              Icon={ZoomIn}
              label={say(words.zoomIn)}
              isOff={view.scale >= largestScale}
              onClick={() => gestures.zoom(view.scale * zoomStep)}
            />
            {current.download && (
              <a
                href={current.download.address}
                download={current.download.name}
                aria-label={say(words.downloadNamed({ name: current.download.name }))}
                title={say(words.download)}
                className={`${buttonClass} flex items-center justify-center gap-2 text-sm font-medium sm:px-3`}
              >
                <Download aria-hidden="true" className="size-5" />
                <span className="max-sm:sr-only">{say(words.download)}</span>
              </a>
            )}
          </div>
          <p role="status" className="sr-only">
            {pictures.length > 1
              ? say(
                  words.opened({
                    position: words.position({ number: index + 1, total: pictures.length }),
                    description: current.description,
                  }),
                )
              : current.description}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const buttonClass =
  'min-h-11 min-w-11 shrink-0 cursor-pointer rounded-md text-on-deep hover:bg-deep-raised focus-visible:outline-brass-bright aria-disabled:cursor-default aria-disabled:opacity-45 aria-disabled:hover:bg-transparent'

type ButtonProps = ComponentProps<'button'> & { Icon: LucideIcon; label: string; isOff: boolean }

/** A button of the viewer. It is aria-disabled, because a disabled button would lose focus at the last picture. */
function ViewerButton({ Icon, label, isOff, onClick }: ButtonProps) {
  const isArrow = Icon === ChevronLeft || Icon === ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className={`${buttonClass} grid place-items-center`}
    >
      <Icon aria-hidden="true" className={`size-5.5 ${isArrow ? 'rtl:-scale-x-100' : ''}`} />
    </button>
  )
}

type SlideProps = {
  picture: ViewerPicture
  /** The place of the picture: 0 is the open one, -1 is on its left, 1 on its right. */
  place: number
  /** The distance while the picture is swiped. */
  drag: number | undefined
  view: View
  image: RefObject<HTMLImageElement | null> | undefined
}

/** A picture of the viewer. The neighbours are rendered too: they are loaded ahead, and a swipe shows them. */
function Slide({ picture, place, drag, view, image }: SlideProps) {
  const say = useSay()
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'undrawn'>('loading')
  const isOpen = place === 0
  return (
    <div
      aria-hidden={!isOpen || undefined}
      inert={!isOpen}
      style={{ transform: `translateX(calc(${place * 100}% + ${drag ?? 0}px))` }}
      className={`absolute inset-0 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center ${drag === undefined ? 'transition-transform' : ''}`}
    >
      {state === 'failed' || state === 'undrawn' ? (
        <div role="alert" className="max-w-sm px-6 text-center">
          <ImageOff aria-hidden="true" className="mx-auto mb-3 size-8 text-on-deep-quiet" />
          <p>
            <bdi>{say(state === 'failed' ? messages.viewer.failed : messages.viewer.undrawn)}</bdi>
          </p>
          {state === 'failed' && (
            <button
              type="button"
              onClick={() => setState('loading')}
              className={`${buttonClass} mt-2 px-4 font-medium underline underline-offset-2`}
            >
              {say(messages.actions.tryAgain)}
            </button>
          )}
        </div>
      ) : (
        <>
          {state === 'loading' && (
            <span className="absolute">
              <Spinner />
            </span>
          )}
          <img
            ref={image}
            src={picture.address}
            alt={picture.description}
            draggable={false}
            // The server stores a single pixel for a page of which nothing could be drawn.
            onLoad={({ currentTarget }) => setState(picture.download && currentTarget.naturalWidth === 1 ? 'undrawn' : 'shown')}
            onError={() => setState('failed')}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            className="max-h-full max-w-full object-contain"
          />
        </>
      )}
    </div>
  )
}
