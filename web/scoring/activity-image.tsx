import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/messages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { addressOf } from '../api.ts'
import { formatDay } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The evidence in small; pressed, in large. */
export function ActivityImage({ posting, imageId }: { posting: PostedActivity; imageId: string }) {
  const [isLarge, setIsLarge] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const address = addressOf(`/uploads/activities/${imageId}.jpg`)
  const text = `Image of ${posting.activity_name}, ${formatDay(posting.starting_date)}`

  if (isBroken) {
    return (
      <p className="grid h-18 w-24 place-items-center content-center gap-1 rounded-md border border-dashed border-edge p-1 text-center text-xs leading-tight text-quiet">
        <ImageOff aria-hidden="true" className="size-4" />
        {messages.scoring.imageFailed}
      </p>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge: ${text}`}
        onClick={() => setIsLarge(true)}
        className="h-18 w-24 cursor-zoom-in self-start overflow-hidden rounded-md border border-line bg-sunk"
      >
        <img
          src={address}
          alt=""
          loading="lazy"
          width="96"
          height="72"
          onError={() => setIsBroken(true)}
          className="size-full object-cover"
        />
      </button>
      <Dialog
        wide
        open={isLarge}
        onClose={() => setIsLarge(false)}
        title={posting.activity_name}
        description={formatDay(posting.starting_date)}
      >
        <img src={address} alt={text} className="mx-auto max-h-[70dvh] rounded-md" />
      </Dialog>
    </>
  )
}
