import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function YourActivityPanel() {
  return <PanelInPreparation title="Your Activity" />
}
