import { messages } from '../../../contract/languages/catalogue.ts'
import type { SavedView } from '../../../contract/views.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useSay } from '../../language/language.ts'
import { MenuCheckItem, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import { openView } from './open-view.ts'
import type { PanelView } from './panel-view.ts'
import { isSameContent, showContent, shownContent } from './shown-content.ts'
import type { OpenDialog } from './view-button.tsx'

import { useViewChanges } from './view-changes.api.ts'

type Props = { view: PanelView; onOpen: (dialog: OpenDialog) => void }

/** The items of the menu: the views of the list, and what can be done with them and with the columns. */
export function ViewMenuItems({ view, onOpen }: Props) {
  const say = useSay()
  const { choose } = useViewChanges(view.panel)
  const { savedViews } = messages
  const { current, views } = view
  const content = shownContent(view)
  const all = (views?.views ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const isStandard = !current && isSameContent(content, {})
  const item = (saved: SavedView) => (
    <MenuCheckItem key={saved.id} closes isChecked={saved.id === current?.id} onToggle={() => void openView(view, saved)}>
      {saved.name}
    </MenuCheckItem>
  )
  const groups = [
    { label: savedViews.own, items: all.filter(({ is_shared }) => !is_shared) },
    { label: savedViews.shared, items: all.filter(({ is_shared }) => is_shared) },
  ]

  function showStandard() {
    void showContent(view, {})
    if (views?.columns) choose({ columns: null }).catch((error) => alertFailure(error, savedViews.columnsFailed))
  }

  return (
    <>
      <MenuCheckItem closes isChecked={isStandard} onToggle={showStandard}>
        {say(savedViews.standard)}
      </MenuCheckItem>
      {groups.map(
        ({ label, items }) =>
          items.length > 0 && (
            <MenuGroup key={label.key} label={say(label)}>
              {items.map(item)}
            </MenuGroup>
          ),
      )}
      <MenuGroup>
        <MenuItem onSelect={() => onOpen('columns')}>{say(savedViews.chooseColumns)}</MenuItem>
        {views && current && !isSameContent(content, current.content) && (
          <MenuItem onSelect={() => onOpen({ overwrite: current })}>{say(savedViews.overwrite({ name: current.name }))}</MenuItem>
        )}
        {views && <MenuItem onSelect={() => onOpen('save')}>{say(savedViews.saveAs)}</MenuItem>}
        {all.length > 0 && <MenuItem onSelect={() => onOpen('manage')}>{say(savedViews.manage)}</MenuItem>}
      </MenuGroup>
    </>
  )
}
