import { useEffect, useRef } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useBranding } from '../../branding/branding.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { saveBlob } from '../../ui/export-file.ts'
import { toast } from '../../ui/toast.tsx'

const words = messages.signInSecurity

/** New recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const say = useSay()
  const { portal_title } = useBranding()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${portal_title}\n${say(words.yourCodes)}\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast(words.copied)
    } catch {
      toast(words.copyFailed, { kind: 'bad' })
    }
  }

  return (
    <section aria-labelledby="recovery-codes" data-print-alone="" className="space-y-4">
      <h3 id="recovery-codes" ref={heading} tabIndex={-1} className="text-lg outline-none">
        {say(words.yourCodes)}
      </h3>
      <p className="hidden print:block">{portal_title}</p>
      <p>{say(words.codesOnce)}</p>
      <ol dir="ltr" className="grid gap-x-6 gap-y-1.5 rounded-md bg-sunk px-4 py-3 text-sm sm:grid-cols-2 print:bg-transparent">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5 print:hidden">
        {/* The clipboard is not available on plain http. */}
        {'clipboard' in navigator && <Button onClick={() => void copy()}>{say(words.copy)}</Button>}
        <Button onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          {say(words.download)}
        </Button>
        <Button onClick={() => window.print()}>{say(messages.actions.print)}</Button>
        <Button look="primary" className="ms-auto" onClick={onDone}>
          {say(words.codesSaved)}
        </Button>
      </div>
    </section>
  )
}
