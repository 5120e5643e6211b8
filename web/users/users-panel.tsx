import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function UsersPanel() {
  return <PanelInPreparation title="Users" />
}
