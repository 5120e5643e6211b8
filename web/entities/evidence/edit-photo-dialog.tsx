import { useEffect, useRef, useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import '../../sharing/words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { type Crop, pixelsOf, type Turns, turned, turnedSize, wholePicture } from './crop.ts'
import { CropFrame } from './crop-frame.tsx'
import { drawJpeg } from './encode-jpeg.ts'
import { TurnIcon } from './photo-icons.tsx'

const words = messages.photos

/** The longest side of the picture in the dialog, in pixels. */
const shownSide = 1200

type Props = { photo: Pick<ChosenFile, 'file'>; onDone: (file: File) => void; onClose: () => void }

/** Crops and turns a photo before it is sent. What comes out has nothing in it but the picture. */
export function EditPhotoDialog({ photo: { file }, onDone, onClose }: Props) {
  const say = useSay()
  const { bitmap, isUnreadable } = useBitmap(file)
  const [turns, setTurns] = useState<Turns>(0)
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const [isSaving, setIsSaving] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isWhole = Object.entries(wholePicture).every(([edge, place]) => crop[edge as keyof Crop] === place)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!bitmap || !canvas.current || !context) return
    const size = turnedSize(bitmap, turns)
    const scale = Math.min(1, shownSide / Math.max(size.width, size.height))
    canvas.current.width = Math.max(1, Math.round(size.width * scale))
    canvas.current.height = Math.max(1, Math.round(size.height * scale))
    context.scale(scale, scale)
    drawTurned(context, bitmap, turns)
  }, [bitmap, turns])

  function turn(to: 'left' | 'right') {
    setTurns(((turns + (to === 'right' ? 1 : 3)) % 4) as Turns)
    setCrop(turned(crop, to))
  }

  async function save() {
    if (!bitmap || (turns === 0 && isWhole)) return onClose()
    setIsSaving(true)
    const { x, y, ...size } = pixelsOf(crop, turnedSize(bitmap, turns))
    const jpeg = await drawJpeg(size, (context) => {
      context.translate(-x, -y)
      drawTurned(context, bitmap, turns)
    })
    setIsSaving(false)
    setHasFailed(!jpeg)
    if (jpeg) onDone(new File([jpeg], file.name, { type: 'image/jpeg', lastModified: file.lastModified }))
  }

  return (
    <Dialog open onClose={onClose} title={say(words.edit)} description={say(words.hint)} wide="list" onPhone="full">
      <div className="space-y-4">
        {(isUnreadable || hasFailed) && <Banner kind="bad">{say(words.unreadable)}</Banner>}
        {/* The handles of the edges reach out of the picture. */}
        <div dir="ltr" className="grid min-h-40 place-items-center p-6">
          {bitmap ? (
            <div className="relative select-none">
              <canvas ref={canvas} role="img" aria-label={file.name} className="block max-h-[50dvh] max-w-full" />
              <CropFrame picture={canvas} crop={crop} onCrop={setCrop} />
            </div>
          ) : (
            !isUnreadable && <Spinner />
          )}
        </div>
        {/* Left is on the left in every language: it is about the picture. */}
        <div dir="ltr" className="grid grid-cols-2 gap-2.5">
          {(['left', 'right'] as const).map((to) => (
            <Button key={to} size="large" disabled={!bitmap} onClick={() => turn(to)} className="max-sm:px-2">
              <TurnIcon to={to} />
              {say(words[to])}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button size="large" disabled={isWhole} onClick={() => setCrop(wholePicture)} className="max-sm:grow">
            {say(words.whole)}
          </Button>
          <Button
            look="primary"
            size="large"
            busy={isSaving}
            disabled={!bitmap}
            onClick={() => void save()}
            className="max-sm:grow"
          >
            {say(words.use)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The photo upright, by the orientation of the camera. */
function useBitmap(file: File) {
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const [isUnreadable, setIsUnreadable] = useState(false)
  useEffect(() => {
    let isWanted = true
    const loading = createImageBitmap(file)
    loading.then(
      (loaded) => isWanted && setBitmap(loaded),
      () => isWanted && setIsUnreadable(true),
    )
    return () => {
      isWanted = false
      loading.then(
        (loaded) => loaded.close(),
        () => undefined,
      )
    }
  }, [file])
  return { bitmap, isUnreadable }
}

function drawTurned(context: CanvasRenderingContext2D, picture: ImageBitmap, turns: Turns) {
  const { width, height } = turnedSize(picture, turns)
  context.translate(width / 2, height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}
