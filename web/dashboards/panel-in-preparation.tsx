import { messages } from '../../contract/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Card, PanelHeader } from '../ui/panel.tsx'

/** Stands in for a panel that is not built yet. */
export function PanelInPreparation({ title }: { title: string }) {
  return (
    <>
      <PanelHeader title={title} />
      <Card>
        <EmptyState title={messages.pages.preparingTitle}>{messages.pages.preparingText}</EmptyState>
      </Card>
    </>
  )
}
