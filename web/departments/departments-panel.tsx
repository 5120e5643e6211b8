import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function DepartmentsPanel() {
  return <PanelInPreparation title="Departments" />
}
