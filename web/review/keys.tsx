import { Keyboard } from 'lucide-react'
import { useId } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Key } from '../ui/key.tsx'
import { reviewKeys } from './review-keys.ts'

/** The shortcuts without a button, and the button that lists all of them. They are not on small screens: few have a keyboard. */
export function KeysLegend({ areOn, onOpen }: { areOn: boolean; onOpen: () => void }) {
  const say = useSay()
  return (
    <button
      type="button"
      aria-label={say(areOn ? messages.review.keysLegend : messages.review.keysOff)}
      onClick={onOpen}
      className="flex min-h-10 max-sm:min-h-11 cursor-pointer items-center gap-x-3 rounded-b-lg border-t border-line px-3.5 text-[0.8125rem] text-quiet hover:bg-sunk hover:text-ink focus-visible:-outline-offset-2 max-lg:hidden"
    >
      {areOn ? (
        <>
          <span>
            <Key name="X" /> {say(messages.review.keySelects)}
          </span>
          <span>
            <Key name="U" /> {say(messages.review.keyUndoes)}
          </span>
          <span>
            <Key name="?" /> {say(messages.review.keyShowsAll)}
          </span>
        </>
      ) : (
        <>
          <Keyboard aria-hidden="true" className="size-4" />
          {say(messages.review.keysOff)}
        </>
      )}
    </button>
  )
}

type Props = { areOn: boolean; onTurn: (on: boolean) => void; onClose: () => void }

export function KeysDialog({ areOn, onTurn, onClose }: Props) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog open onClose={onClose} title={say(messages.review.keys)} description={say(messages.review.keysConsequence)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {reviewKeys.map(({ action, keys }) => (
          <div key={action} className="contents">
            <dt className="text-sm text-quiet">
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && ` ${say(messages.review.or)} `}
                  <Key name={key} />
                </span>
              ))}
            </dt>
            <dd>{say(messages.review.keyActions[action])}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex items-center gap-2.5 border-t border-line pt-4">
        <input
          id={id}
          type="checkbox"
          checked={areOn}
          onChange={(event) => onTurn(event.target.checked)}
          className="size-4.5 accent-brand"
        />
        <label htmlFor={id} className="font-medium">
          {say(messages.review.useKeys)}
        </label>
      </div>
    </Dialog>
  )
}
