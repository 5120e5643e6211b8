import { useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { draftOf, forgetDraft } from '../drafts.ts'
import { useSay } from '../language.ts'
import { PortalForm, portalForm } from './portal-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** How the portal is called, whom to ask, and which languages it offers. */
export function PortalSection() {
  const say = useSay()
  const heading = useRef<HTMLHeadingElement>(null)
  // After a save or a discarded draft the form starts anew, with what is stored.
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
      minHeight="min-h-[42rem] sm:min-h-[34rem]"
    >
      {(reply) => <PortalForm key={round} reply={reply} onSaved={startAnew} onDiscard={startAnew} />}
    </SettingsSection>
  )
}
