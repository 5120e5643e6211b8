import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { directionOf, languageNames } from '../../../contract/languages/languages.ts'
import type { MessageInput, MessagePreview } from '../../../contract/messages.ts'
import { forgetDraft } from '../../drafts/drafts.ts'
import { refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Group } from './message-group.tsx'
import { textDraft } from './message-text.tsx'
import { useSendMessage } from './messages.api.ts'

const words = messages.messages

type Props = { input: MessageInput; preview: MessagePreview; onBack: () => void; onSent: () => void }
type Reader = MessagePreview['readers'][number]

/** The message as its readers see it, by bell and by e-mail, in each language; and the button that sends it. */
export function MessageReaders({ input, preview, onBack, onSent }: Props) {
  const say = useSay()
  const { readers, count, remaining, sends_mail } = preview
  const own = useLanguage()
  const [language, setLanguage] = useState(own)
  const reader = readers.find((each) => each.language === language)
  const { mutate, isPending } = useSendMessage()
  const [failure, setFailure] = useState<Message>()
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])

  function send() {
    setFailure(undefined)
    mutate(input, {
      onSuccess: ({ sent }) => {
        forgetDraft(textDraft(input))
        toast(words.sentTo({ count: sent.count }))
        onSent()
      },
      // A message may be a function, which React would call.
      onError: (error) => setFailure(() => refusalOf(error) ?? words.sendFailed),
    })
  }

  return (
    <div ref={start} tabIndex={-1} className="space-y-4 outline-none">
      {failure && <Banner kind="bad">{say(failure)}</Banner>}
      <Group preview={preview} />
      <SelectField
        label={say(words.previewIn)}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Reader['language'])}
      >
        {readers.map((each) => (
          <option key={each.language} value={each.language} lang={each.language}>
            {languageNames[each.language]}
          </option>
        ))}
      </SelectField>
      {reader && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <InPortal reader={reader} />
          <ByEmail reader={reader} isSent={sends_mail} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={isPending} onClick={onBack}>
          {say(words.back)}
        </Button>
        <Button look="primary" busy={isPending} disabled={count === 0 || remaining === 0} onClick={send}>
          {say(words.send({ count }))}
        </Button>
      </div>
    </div>
  )
}

function InPortal({ reader: { bell, language } }: { reader: Reader }) {
  const say = useSay()
  return (
    <section aria-label={say(words.asNotice)} className="space-y-1.5">
      <h3 className="text-sm font-medium">{say(words.asNotice)}</h3>
      <div
        lang={language}
        dir={directionOf(language)}
        className="flex items-start gap-3 rounded-md border border-line px-3.5 py-3 text-sm"
      >
        <Bell aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-brand" />
        <p dir="auto" className="min-w-0 grow whitespace-pre-line wrap-anywhere">
          {bell}
        </p>
      </div>
    </section>
  )
}

function ByEmail({ reader: { subject, paragraphs, language }, isSent }: { reader: Reader; isSent: boolean }) {
  const say = useSay()
  return (
    <section aria-label={say(words.asEmail)} className="space-y-1.5">
      <h3 className="text-sm font-medium">{say(words.asEmail)}</h3>
      {!isSent && <p className="text-sm text-quiet">{say(words.states.unavailable)}</p>}
      <div lang={language} dir={directionOf(language)} className="space-y-3 rounded-md border border-line px-3.5 py-3 text-sm">
        <p dir="auto" className="border-b border-line pb-2 font-medium wrap-anywhere">
          {subject}
        </p>
        {paragraphs.map(({ text, link, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never move
          <p key={index} dir={link ? undefined : 'auto'} className="whitespace-pre-line wrap-anywhere">
            {text}
            {link && (
              <span title={link} className="inline-block rounded-md bg-brand px-3 py-1.5 font-medium text-on-brand">
                {label}
              </span>
            )}
          </p>
        ))}
      </div>
    </section>
  )
}
