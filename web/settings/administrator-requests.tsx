import { Hourglass } from 'lucide-react'
import { useId } from 'react'
import { accountName } from '../../contract/account-names.ts'
import type { AdministratorRequest } from '../../contract/given-rights.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { DecideButtons } from '../entities/given-rights/decide-buttons.tsx'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { formatMoment } from '../ui/dates.ts'

const words = messages.rightsInSettings

/** The administrators who wait to be confirmed, the oldest first, with what each becomes. */
export function AdministratorRequests({ requests }: { requests: readonly AdministratorRequest[] }) {
  const say = useSay()
  const id = useId()
  return (
    <div className="rounded-md border border-brass/50 bg-sunk">
      <h3 id={id} className="flex items-center gap-2 px-3 pt-2.5 text-sm font-medium">
        <Hourglass aria-hidden="true" className="size-4 shrink-0 text-brass" />
        {say(words.waiting)}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </div>
  )
}

function Request({ request }: { request: AdministratorRequest }) {
  const say = useSay()
  const language = useLanguage()
  const { id, user_id, by, asked_by_id, asked_by_name, asked_at, may_confirm } = request
  const isOwn = useSession()?.id === asked_by_id
  const name = shownName(language, request)
  const department = localized(language, request, 'department_name')
  const proposed = words.proposed({ name: accountName(say, asked_by_name), moment: formatMoment(say, asked_at) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere">
          <bdi className="font-medium">
            <PersonLink id={user_id}>{name}</PersonLink>
          </bdi>
          {department && (
            <>
              {say(messages.general.factSeparator)}
              <bdi>{department}</bdi>
            </>
          )}
        </p>
        <p className="text-[0.8125rem] text-quiet">
          <bdi>{say(words.becomes[by])}</bdi>
          {say(messages.general.factSeparator)}
          <bdi>{say(proposed)}</bdi>
        </p>
        {!may_confirm && (
          <p className="text-[0.8125rem] text-quiet">
            <bdi>{say(messages.givenRights.ownRequest)}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <DecideButtons id={id} name={name} mayConfirm={may_confirm} isOwn={isOwn} />
      </div>
    </li>
  )
}
