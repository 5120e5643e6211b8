import { X } from 'lucide-react'
import { useId } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Chosen } from '../entities/evidence/chosen-file.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'

type Props = {
  chosen: Pick<Chosen, 'files'>
  sentence: (values: { file: string }) => Message
  onRemove: (key: number) => void
}

/** The list of refused files at the submit button, which prevent sending the form. The reasons stand at each of them, further up. */
export function RefusedFiles({ chosen, sentence, onRemove }: Props) {
  const say = useSay()
  const id = useId()
  const refused = chosen.files.filter(({ refusal }) => refusal)
  if (refused.length === 0) return null
  return (
    <ul className="space-y-2">
      {refused.map(({ key, file }) => (
        <li
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 rounded-md border border-bad/25 bg-bad-soft py-1.5 ps-3.5 pe-1.5 text-sm font-medium text-bad"
        >
          <bdi id={`${id}-${key}`} className="min-w-0 wrap-anywhere">
            {say(sentence({ file: file.name }))}
          </bdi>
          <Button
            size="small"
            aria-label={say(messages.general.labelled({ label: messages.postedActivities.remove, value: file.name }))}
            aria-describedby={`${id}-${key}`}
            onClick={() => onRemove(key)}
            // The form moves focus here when it cannot be sent.
            data-removes-refused=""
            className="ms-auto pointer-coarse:min-h-11"
          >
            <X aria-hidden="true" className="size-3.5" />
            {say(messages.postedActivities.remove)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
