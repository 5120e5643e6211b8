import { messages } from '../../contract/messages.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** How much of the image has been sent. At 100 % the server is still processing it. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const { uploading, processing } = messages.postedActivities
  return <ProgressBar label={percent < 100 ? uploading(percent) : processing} share={share} />
}
