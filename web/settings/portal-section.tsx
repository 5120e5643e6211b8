import { useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { draftOf, forgetDraft } from '../drafts/drafts.ts'
import { useSay } from '../language/language.ts'
import { PortalForm, portalForm } from './portal-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The names of the portal, its contact, and the languages it offers. */
export function PortalSection() {
  const say = useSay()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form starts anew after a save or a discarded draft, with the stored values.
  const [round, setRound] = useState(0)
  const startAnew = () => {
    forgetDraft(draftOf(portalForm, 1))
    setRound(round + 1)
    heading.current?.focus()
  }

  return (
    <SettingsSection
      title={say(messages.settings.portal)}
      about={say(messages.settings.portalAbout)}
      headingRef={heading}
      minHeight="min-h-[48rem] sm:min-h-[40rem]"
    >
      {(reply) => <PortalForm key={round} reply={reply} onSaved={startAnew} onDiscard={startAnew} />}
    </SettingsSection>
  )
}
