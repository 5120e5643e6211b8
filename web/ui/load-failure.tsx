import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type Props = {
  message: string
  onRetry?: (() => unknown) | undefined
  busy?: boolean
  /** Whether there is no border, inside a card that has one. */
  isPlain?: boolean
}

/** The message in place of content that could not be loaded. */
export function LoadFailure({ message, onRetry, busy = false, isPlain = false }: Props) {
  const say = useSay()
  const content = (
    <>
      <span>{message}</span>
      {onRetry && (
        <Button size="small" busy={busy} onClick={() => void onRetry()}>
          {say(messages.actions.tryAgain)}
        </Button>
      )}
    </>
  )
  const layout = 'flex flex-wrap items-center justify-between gap-3'
  return isPlain ? (
    <div role="alert" className={`${layout} text-sm font-medium text-bad`}>
      {content}
    </div>
  ) : (
    <Banner kind="bad">
      <div className={layout}>{content}</div>
    </Banner>
  )
}
