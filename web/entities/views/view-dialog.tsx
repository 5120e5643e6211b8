import { ColumnsDialog } from './columns-dialog.tsx'
import { ManageViewsDialog } from './manage-views-dialog.tsx'
import type { PanelView } from './panel-view.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { shownContent } from './shown-content.ts'
import type { OpenDialog } from './view-button.tsx'

type Props = { dialog: OpenDialog; view: PanelView; onClose: () => void }

/** The dialog that was chosen in the menu. */
export function ViewDialog({ dialog, view, onClose }: Props) {
  if (dialog === 'columns') return <ColumnsDialog view={view} onClose={onClose} />
  if (dialog === 'manage') return <ManageViewsDialog view={view} onClose={onClose} />
  const content = shownContent(view)
  return dialog === 'save' ? (
    <SaveViewDialog view={view} content={content} onClose={onClose} />
  ) : (
    <SaveViewDialog view={view} content={content} saved={dialog.overwrite} onClose={onClose} />
  )
}
