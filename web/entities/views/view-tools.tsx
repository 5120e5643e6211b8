import { memo } from 'react'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import type { PanelView } from './panel-view.ts'

const ViewButton = lazyComponent(() => import('./view-button.tsx'), 'ViewButton')

/** The button of views and columns, in a place that is as large before it is loaded. */
export const ViewTools = memo(function ViewTools({ view }: { view: PanelView }) {
  return (
    <LazyBoundary fallback={<span className="size-10 shrink-0" />}>
      <ViewButton view={view} />
    </LazyBoundary>
  )
})
