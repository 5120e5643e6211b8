import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** The share of the files that has been sent. At 100 % the server is still checking them. */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const say = useSay()
  const percent = Math.round(share * 100)
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 grow">
        <ProgressBar
          label={say(percent < 100 ? messages.postedActivities.uploading({ percent }) : messages.evidence.processing)}
          share={share}
        />
      </div>
      <Button size="small" onClick={onCancel}>
        {say(messages.actions.cancel)}
      </Button>
    </div>
  )
}
