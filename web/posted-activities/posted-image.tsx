import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { addressOf } from '../api.ts'
import { useLanguage, useSay } from '../language.ts'
import { useOpenedLastSeen } from '../last-seen/last-seen.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useBackOnline, useIsOnline } from '../ui/online.ts'

type Props = {
  posting: Pick<PostedActivity, 'activity_name' | 'activity_name_ckb' | 'activity_name_ar' | 'starting_date'>
  imageId: string
  /** Next to a list entry, in a list of pictures, or filling its container. */
  size?: 'small' | 'medium' | 'large'
}

const sizes = { small: 'h-12 w-16 @max-xs/page:col-span-full', medium: 'h-18 w-24', large: 'size-full grid-rows-1' } as const

/** A thumbnail of the evidence; pressing it opens the full image. */
export function PostedImage({ posting, imageId, size = 'small' }: Props) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const [isLarge, setIsLarge] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const address = addressOf('GET /uploads/activities/:image_id.jpg', { params: { image_id: imageId } })
  const day = formatDay(say, posting.starting_date)
  const { imageOf, imageNotStored, enlarge } = messages.postedActivities
  const description = imageOf({ name, day })
  const isUnconfirmed = useOpenedLastSeen() !== undefined
  const isConnected = useIsOnline() && !isUnconfirmed
  const failure = isConnected ? messages.scoring.imageFailed : imageNotStored
  useBackOnline(() => setIsBroken(false))

  return (
    <>
      <button
        type="button"
        aria-label={say(enlarge({ what: isBroken ? failure : description }))}
        onClick={() => setIsLarge(true)}
        className={`grid ${sizes[size]} cursor-zoom-in place-items-center self-start overflow-hidden rounded-md bg-sunk text-quiet`}
      >
        {isBroken ? (
          <ImageOff aria-hidden="true" className="size-5" />
        ) : (
          <img
            src={address}
            alt=""
            loading={size === 'large' ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setIsBroken(true)}
            className={`size-full ${size === 'large' ? 'object-contain max-lg:max-h-[65dvh]' : 'object-cover'}`}
          />
        )}
      </button>
      <Dialog wide open={isLarge} onClose={() => setIsLarge(false)} title={name} description={day}>
        {isBroken ? (
          <p className="text-quiet">{say(failure)}</p>
        ) : (
          <img src={address} alt={say(description)} className="mx-auto max-h-[70dvh] rounded-md" />
        )}
      </Dialog>
    </>
  )
}
