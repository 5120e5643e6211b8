import { useId } from 'react'
import { messages } from '../../contract/messages.ts'

/** How much of the image is on its way. Full means sent: the server still reads it. */
export function UploadProgress({ share }: { share: number }) {
  const id = useId()
  const percent = Math.round(share * 100)
  return (
    <div>
      <p id={id} className="text-sm text-quiet">
        {percent < 100 ? messages.postedActivities.uploading(percent) : messages.postedActivities.processing}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
