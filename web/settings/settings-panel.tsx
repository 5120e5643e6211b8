import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { DegreesSection } from './degrees-section.tsx'
import { LogoSection } from './logo-section.tsx'
import { MailSection } from './mail-section.tsx'
import { PortalSection } from './portal-section.tsx'
import { ReturnReasonsSection } from './return-reasons-section.tsx'
import { RulesSection } from './rules/rules-section.tsx'
import { useSettings } from './settings.api.ts'

/** The settings that the office decides by itself, one card each. */
export function SettingsPanel() {
  const say = useSay()
  const { data, isPending } = useSettings()
  return (
    <>
      <PanelHeader title={say(messages.panels.settings)} />
      <div className="flex w-full max-w-3xl flex-col gap-5">
        <PortalSection />
        {/* The other sections would move below a form that is still loading. Without the settings, those that need them too would load
            them again as soon as they are mounted, be unmounted meanwhile, and so on without end. */}
        {data && (
          <>
            <LogoSection />
            <MailSection />
          </>
        )}
        {!isPending && <DegreesSection />}
        {!isPending && <ReturnReasonsSection />}
        {!isPending && <RulesSection />}
      </div>
    </>
  )
}
