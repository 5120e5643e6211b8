import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useSay } from '../language/language.ts'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { DegreesSection } from './degrees-section.tsx'
import { FacultiesSection } from './faculties-section.tsx'
import { InstallationSection } from './installation-section.tsx'
import { LogoSection } from './logo-section.tsx'
import { MailSection } from './mail-section.tsx'
import { PolicySection } from './policy-section.tsx'
import { PortalSection } from './portal-section.tsx'
import { ReturnReasonsSection } from './return-reasons-section.tsx'
import { RightsSection } from './rights-section.tsx'
import { RulesSection } from './rules/rules-section.tsx'
import { useSettings } from './settings.api.ts'

/** The settings that the office decides by itself, one card each. Readers see who may do what, and change nothing. */
export function SettingsPanel() {
  const say = useSay()
  const { isAdmin } = useRights()
  return (
    <>
      <PanelHeader title={say(messages.panels.settings)} />
      <div className="flex w-full flex-col gap-5">{isAdmin ? <AllSections /> : <RightsAndPolicy />}</div>
    </>
  )
}

function AllSections() {
  const { data, isPending } = useSettings()
  return (
    <>
      <div className="max-w-3xl">
        <PortalSection />
      </div>
      {/* The other sections would move below a form that is still loading. Without the settings, those that need them too would load
            them again as soon as they are mounted, be unmounted meanwhile, and so on without end. */}
      {data && (
        <>
          <Place name="logo">
            <LogoSection />
          </Place>
          <Place name="mail">
            <MailSection />
          </Place>
        </>
      )}
      {!isPending && (
        <>
          <Place name="faculties">
            <FacultiesSection />
          </Place>
          <Place name="degrees">
            <DegreesSection />
          </Place>
          <Place name="return-reasons">
            <ReturnReasonsSection />
          </Place>
          <Place name="rules">
            <RulesSection />
          </Place>
          <RightsAndPolicy />
          <Place name="installation">
            <InstallationSection />
          </Place>
        </>
      )}
    </>
  )
}

function RightsAndPolicy() {
  return (
    <>
      <Place name="rights">
        <RightsSection />
      </Place>
      <Place name="policy" isWide>
        <PolicySection />
      </Place>
    </>
  )
}

type PlaceProps = { name: string; isWide?: boolean; children: ReactNode }

/** A card to which the address leads: as wide as a form, or as the page. */
function Place({ name, isWide = false, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  // The cards above grow when they are loaded, and would push this one away.
  const isLoaded = useIsFetching() === 0
  useOpenFromAddress(
    name,
    () => {
      place.current?.scrollIntoView({ block: 'start' })
      place.current?.focus({ preventScroll: true })
    },
    isLoaded,
  )
  return (
    <div ref={place} tabIndex={-1} className={`scroll-mt-4 outline-none ${isWide ? '' : 'max-w-3xl'}`}>
      {children}
    </div>
  )
}
