import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function ActivitiesPanel() {
  return <PanelInPreparation title="Activity List" />
}
