import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../../contract/scoring.ts'
import type { Term } from '../../../contract/terms.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'

const ReleaseDialog = lazyComponent(() => import('./release-dialog.tsx'), 'ReleaseDialog', 'all')

type Props = {
  term: Term
  staff: readonly StaffMember[] | undefined
  mayRelease: boolean
}

/** Says above the list that members do not see all of its scores, and how many have some that are not released. */
export function HeldNote({ term, staff, mayRelease }: Props) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const count = staff?.filter(({ tp_draft, fb_draft }) => tp_draft || fb_draft).length
  const { panelNote, allReleased, release } = messages.releases
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-sunk px-3.5 py-2 text-sm">
      <p role="status" className="flex min-w-0 items-start gap-2.5">
        <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
        {/* The note has its height before the list is there. */}
        <bdi>{count === undefined || count === 0 ? say(allReleased) : say(panelNote({ count }))}</bdi>
      </p>
      {mayRelease && (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {say(release)}
        </Button>
      )}
      {isOpen && (
        <LazyBoundary onFailure={close}>
          <ReleaseDialog term={term} onClose={close} />
        </LazyBoundary>
      )}
    </div>
  )
}
