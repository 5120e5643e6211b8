import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function TermsPanel() {
  return <PanelInPreparation title="Terms" />
}
