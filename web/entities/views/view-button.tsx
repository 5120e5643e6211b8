import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { SavedView } from '../../../contract/views.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { PressedMenu } from '../../ui/menu.tsx'
import type { PanelView } from './panel-view.ts'

const ViewMenuItems = lazyComponent(() => import('./view-menu-items.tsx'), 'ViewMenuItems', 'all')
const ViewDialog = lazyComponent(() => import('./view-dialog.tsx'), 'ViewDialog', 'all')

/** The dialog that an item of the menu opens; the view is the one that is overwritten. */
export type OpenDialog = 'columns' | 'save' | 'manage' | { overwrite: SavedView }

/** The button above a list, with its views and its columns. Its items and dialogs are loaded when they are wanted. */
export function ViewButton({ view }: { view: PanelView }) {
  const say = useSay()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const { tables } = messages
  const label = say(view.current ? tables.viewOpen({ name: view.current.name }) : tables.views)
  const preload = () => void ViewMenuItems.preload?.()
  return (
    <>
      <div className="relative shrink-0">
        <PressedMenu
          button={{
            'aria-label': label,
            title: label,
            onFocus: preload,
            onPointerEnter: preload,
            className: `flex h-10 min-w-10 cursor-pointer items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm hover:border-edge hover:bg-sunk hover:text-ink ${view.current ? 'border-brand bg-brand-soft font-medium text-brand' : 'border-edge/60 bg-card text-quiet'}`,
            children: (
              <>
                <Columns3 aria-hidden="true" className="size-4 shrink-0" />
                {view.current && (
                  <span dir="auto" className="hidden max-w-40 truncate @min-[96rem]/page:inline">
                    {view.current.name}
                  </span>
                )}
              </>
            ),
          }}
        >
          <LazyBoundary>
            <ViewMenuItems view={view} onOpen={setDialog} />
          </LazyBoundary>
        </PressedMenu>
      </div>
      {dialog && (
        <LazyBoundary onFailure={close}>
          <ViewDialog dialog={dialog} view={view} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
