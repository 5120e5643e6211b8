import { Link } from '@tanstack/react-router'
import { messages } from '../../../contract/languages/catalogue.ts'
import { pages } from '../../../contract/pages.ts'
import { useSay } from '../../language/language.ts'

/** The way to the settings that say how a mail server is set. */
export function SetMailServer() {
  const say = useSay()
  return (
    <Link
      to={pages.adminDashboard}
      search={{ tab: 'settings', open: 'mail' }}
      className="inline-flex items-center text-brand underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {say(messages.messages.setMailServer)}
    </Link>
  )
}
