import { PanelInPreparation } from '../dashboards/panel-in-preparation.tsx'

export function CataloguePanel() {
  return <PanelInPreparation title="Activity List" />
}
