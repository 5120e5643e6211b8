import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function StaffPanel() {
  return <PanelInPreparation title="Staff" />
}
