import { accountName } from '../../../contract/account-names.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { MessagePreview } from '../../../contract/messages.ts'
import { shownName } from '../../../contract/person-names.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { SetMailServer } from './set-mail-server.tsx'

const words = messages.messages

/** Who gets a message now: how many, the first names, and who is left out. */
export function Group({ preview: { count, emails, sends_mail, people, left_out, remaining } }: { preview: MessagePreview }) {
  const say = useSay()
  const language = useLanguage()
  const more = count - people.length
  return (
    <section aria-label={say(words.recipients)} className="rounded-md border border-line bg-sunk px-3.5 py-2.5 text-sm">
      <p role="status" className="font-medium">
        {count === 0 ? (
          say(left_out.length > 0 ? words.noneNow : words.nobody)
        ) : (
          <bdi>
            {say(words.reaches({ count }))}
            {sends_mail && (
              <>
                {say(messages.general.factSeparator)}
                {say(emails === 0 ? words.noneByEmail : words.byEmail({ count: emails }))}
              </>
            )}
          </bdi>
        )}
      </p>
      {!sends_mail && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2">
          <bdi>{say(words.noMailServer)}</bdi>
          <SetMailServer />
        </p>
      )}
      {count > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 text-quiet">
          {people.map((person) => (
            <li key={person.id} dir="auto" className="wrap-anywhere">
              {accountName(say, shownName(language, person))}
            </li>
          ))}
          {more > 0 && <li>{say(words.andMore({ count: more }))}</li>}
        </ul>
      )}
      {left_out.map(({ reason, count: left }) => (
        <p key={reason} className="mt-1">
          {say(words.leftOut[reason]({ count: left }))}
        </p>
      ))}
      <p className="mt-1 text-quiet">{say(words.remaining({ count: remaining }))}</p>
    </section>
  )
}
