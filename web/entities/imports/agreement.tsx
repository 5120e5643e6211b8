import type { Message } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'

type Props = {
  text: Message
  label: Message
  isChecked: boolean
  /** Undefined if there is nothing to agree to. */
  onCheck: ((isChecked: boolean) => void) | undefined
}

/** A change that the import makes only on request. */
export function Agreement({ text, label, isChecked, onCheck }: Props) {
  const say = useSay()
  return (
    <div className="rounded-md border border-line bg-sunk px-4 py-3 text-sm">
      <p className="wrap-anywhere">{say(text)}</p>
      {onCheck && (
        <label className="mt-1 flex min-h-8 max-sm:min-h-11 w-fit cursor-pointer items-center gap-2.5 font-medium">
          <input
            type="checkbox"
            checked={isChecked}
            onChange={(event) => onCheck(event.target.checked)}
            className="size-4.5 accent-brand"
          />
          {say(label)}
        </label>
      )}
    </div>
  )
}
