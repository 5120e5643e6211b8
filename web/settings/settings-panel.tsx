import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { RulesSection } from '../rules/rules-section.tsx'
import { PanelHeader } from '../ui/panel.tsx'
import { LogoSection } from './logo-section.tsx'
import { MailSection } from './mail-section.tsx'
import { PortalSection } from './portal-section.tsx'
import { useSettings } from './settings.api.ts'

/** What the office decides by itself, one card each. */
export function SettingsPanel() {
  const say = useSay()
  const { data, isPending } = useSettings()
  return (
    <>
      <PanelHeader title={say(messages.panels.settings)} />
      <div className="flex w-full max-w-3xl flex-col gap-5">
        <PortalSection />
        {/*
          Below a form that is still loading they would move. Without the settings, those that need them too would load them again as soon
          as they are mounted, be unmounted meanwhile, and so on without end.
        */}
        {data && (
          <>
            <LogoSection />
            <MailSection />
          </>
        )}
        {!isPending && <RulesSection />}
      </div>
    </>
  )
}
