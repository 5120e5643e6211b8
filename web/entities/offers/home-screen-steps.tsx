import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { HomeScreenWay } from './home-screen-way.ts'

const words = messages.offers

const steps: Record<HomeScreenWay, readonly Message[]> = {
  apple: [words.appleShare, words.appleAdd, words.appleConfirm],
  firefox: [words.firefoxMenu, words.firefoxAdd, words.firefoxConfirm],
}

/** How to put the portal on the home screen, in the words of the browser. */
export function HomeScreenSteps({ way, onClose }: { way: HomeScreenWay; onClose: () => void }) {
  const say = useSay()
  return (
    <Dialog open onClose={onClose} title={say(words.stepsTitle)} description={say(words.stepsReason)}>
      <ol className="list-decimal space-y-2 ps-6">
        {steps[way].map((step) => (
          <li key={step.key}>
            <bdi>{say(step)}</bdi>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
