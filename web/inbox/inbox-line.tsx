import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { formatDay } from '../../contract/dates.ts'
import type {
  AdministratorLine,
  Decider,
  InboxLine,
  LateLine,
  MailLine,
  PostingLine,
  QuestionLine,
} from '../../contract/inbox.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import { questionLine } from '../../contract/question-line.ts'
import { daysBetween } from '../../contract/term-days.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { DecideButtons } from '../entities/given-rights/decide-buttons.tsx'
import { TakenBy } from '../entities/inbox/taken-by.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { dayOf, formatMoment, today } from '../ui/dates.ts'
import { actionOf } from './line-links.ts'
import { useGiveLineBack, useTakeLine } from './take-line.ts'

const words = messages.inbox

/** One thing that waits: what and whose, since when and with whom, who sees to it, and one button that leads to where it is done. */
export function Line({ line, isNarrow }: { line: InboxLine; isNarrow: boolean }) {
  const say = useSay()
  const language = useLanguage()
  const { isAdmin } = useRights()
  const { action, search } = actionOf(line, isAdmin)
  const { title, details } = describe(say, language, line)
  const separator = say(messages.general.factSeparator)
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 ${isNarrow ? '' : 'sm:flex-nowrap'}`}>
      <div className="min-w-0 grow basis-60">
        <p className="font-medium wrap-anywhere">
          <Title line={line} title={title} />
        </p>
        {details.length > 0 && (
          <p className="text-sm text-quiet wrap-anywhere">
            {details.map((detail, index) => (
              <Fragment key={typeof detail === 'string' ? detail : detail.who}>
                {index > 0 && separator}
                <bdi>
                  {typeof detail === 'string' ? detail : <SentenceOfPeople people={detail.people} sentence={detail.sentence} />}
                </bdi>
              </Fragment>
            ))}
          </p>
        )}
        <TakenBy taken={line.taken} />
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 print:hidden">
        {line.kind === 'administrator' ? (
          <DecideButtons id={line.id} name={shownMember(language, line)} mayConfirm isOwn={false} />
        ) : (
          <>
            <TakeButton line={line} what={title} />
            <Link
              to="."
              search={search}
              aria-label={say(words.actionFor({ action, what: title }))}
              className={`${buttonLook('plain', 'small')} max-sm:min-h-11`}
            >
              {say(action)}
            </Link>
          </>
        )}
      </div>
    </li>
  )
}

/** What waits, with the name of its person as a link. */
function Title({ line, title }: { line: InboxLine; title: string }) {
  const say = useSay()
  const language = useLanguage()
  if (!('user_id' in line)) return <bdi>{title}</bdi>
  return (
    <bdi>
      <SentenceOfPeople
        people={[{ id: line.user_id, name: shownMember(language, line) }]}
        sentence={(label) => messages.general.labelled({ label, value: subjectOf(say, language, line) })}
      />
    </bdi>
  )
}

/** The question, the posting or the address of a person that waits. */
function subjectOf(say: Say, language: Language, line: QuestionLine | PostingLine | MailLine | AdministratorLine): string {
  if (line.kind === 'administrator') return say(messages.codes.rights.administrator)
  if (line.kind === 'mail') return line.email
  if (line.kind === 'posting') return localized(language, line, 'activity_name')
  const subject = questionLine(language, line)
  return typeof subject === 'string' ? subject : say(subject)
}

function TakeButton({ line: { kind, id, taken }, what }: { line: InboxLine; what: string }) {
  const say = useSay()
  const isOwn = useSession()?.id === taken?.by_id
  const take = useTakeLine()
  const giveBack = useGiveLineBack()
  const label = !taken ? words.take : isOwn ? words.giveBack : words.takeOver
  const press = () => {
    if (taken && isOwn) giveBack.mutate({ kind, id })
    else take.mutate({ kind, id, ...(taken && { from_id: taken.by_id }) })
  }
  return (
    <Button
      look="ghost"
      size="small"
      className="max-sm:min-h-11"
      busy={take.isPending || giveBack.isPending}
      aria-label={say(words.actionFor({ action: label, what }))}
      onClick={press}
    >
      {say(label)}
    </Button>
  )
}

/** A sentence that names people, by their names in a list. */
type Naming = { who: string; people: readonly Decider[]; sentence: (...names: string[]) => Message }

function describe(say: Say, language: Language, line: InboxLine): { title: string; details: (string | Naming)[] } {
  const inWords = (parts: (Message | string | null | undefined | false)[]) =>
    parts.flatMap((part) => (!part ? [] : [typeof part === 'string' ? part : say(part)]))
  const labelled = (label: string, value: string) => say(messages.general.labelled({ label, value }))
  const department =
    'department' in line && line.department ? localized(language, line.department, 'name') : say(messages.departments.unknown)
  switch (line.kind) {
    case 'question':
    case 'posting':
      return {
        title: labelled(shownMember(language, line), subjectOf(say, language, line)),
        details: inWords([department, waits(line.since)]),
      }
    case 'late':
      return {
        title: labelled(department, say(words.activities({ count: line.postings }))),
        details: [say(waits(line.since)), ...withWhom(say, line)],
      }
    case 'never_signed_in':
      return { title: labelled(department, say(words.members({ count: line.members }))), details: [] }
    case 'mail':
      return {
        title: labelled(shownMember(language, line), subjectOf(say, language, line)),
        details: inWords([department, line.reason !== null && words.serverSaid({ reason: line.reason })]),
      }
    case 'administrator': {
      const by = accountName(say, line.asked_by_name)
      return {
        title: labelled(shownMember(language, line), subjectOf(say, language, line)),
        details: inWords([department, messages.rightsInSettings.proposed({ name: by, moment: formatMoment(say, line.since) })]),
      }
    }
    default:
      return {
        title: labelled(say(messages.calendar.labels[line.kind]), formatDay(say, line.day)),
        details: inWords([
          localized(language, line.term, 'name'),
          line.left === 0 ? messages.termDays.today : words.inDays({ count: line.left }),
        ]),
      }
  }
}

/** The number of days since then. */
function waits(since: string): Message {
  const days = daysBetween(dayOf(new Date(since)), today())
  return days <= 0 ? words.waitsToday : words.waits({ count: days })
}

/** The people with whom postings wait; the office, where they can decide none of them. */
function withWhom(say: Say, { heads, deans = [], delegates, office, postings }: LateLine): (string | Naming)[] {
  if (office === postings) return [say(words.office)]
  const list = (names: string[]) => names.join(', ')
  return [
    ...(heads.length > 0 || deans.length + delegates.length === 0
      ? [
          {
            who: 'heads',
            people: heads,
            sentence: (...names: string[]) => (heads.length === 1 ? words.head : words.heads)({ names: list(names) }),
          },
        ]
      : []),
    ...(deans.length > 0
      ? [
          {
            who: 'deans',
            people: deans,
            sentence: (...names: string[]) => (deans.length === 1 ? words.dean : words.deans)({ names: list(names) }),
          },
        ]
      : []),
    ...(delegates.length > 0
      ? [{ who: 'delegates', people: delegates, sentence: (...names: string[]) => words.delegate({ names: list(names) }) }]
      : []),
    ...(office > 0 ? [say(words.officeSome({ number: office }))] : []),
  ]
}
