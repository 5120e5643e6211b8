import { Link } from '@tanstack/react-router'
import {
  CalendarClock,
  CircleCheck,
  CornerUpLeft,
  Gauge,
  Handshake,
  LockKeyhole,
  LockKeyholeOpen,
  Megaphone,
  MessageCircleQuestion,
  PencilLine,
  Scale,
  ShieldOff,
  UsersRound,
} from 'lucide-react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import { placeOf } from '../../contract/notice-place.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import { pages } from '../../contract/pages.ts'
import { shownName } from '../../contract/person-names.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { formatMoment } from '../ui/dates.ts'
import { timeAgo } from '../ui/time-ago.ts'

const icons = {
  verified: { Icon: CircleCheck, colour: 'text-good' },
  returned: { Icon: CornerUpLeft, colour: 'text-bad' },
  edited: { Icon: PencilLine, colour: 'text-brand' },
  scored: { Icon: Gauge, colour: 'text-brand' },
  'points changed': { Icon: Scale, colour: 'text-brass' },
  'scores released': { Icon: Gauge, colour: 'text-brand' },
  'release taken back': { Icon: Gauge, colour: 'text-brass' },
  'review lent': { Icon: Handshake, colour: 'text-brand' },
  'review ended': { Icon: Handshake, colour: 'text-brass' },
  'head added': { Icon: UsersRound, colour: 'text-brand' },
  'head ended': { Icon: UsersRound, colour: 'text-brass' },
  'dean added': { Icon: UsersRound, colour: 'text-brand' },
  'right given': { Icon: UsersRound, colour: 'text-brand' },
  'dean ended': { Icon: UsersRound, colour: 'text-brass' },
  'right taken': { Icon: UsersRound, colour: 'text-brass' },
  'administrator confirmed': { Icon: UsersRound, colour: 'text-good' },
  'administrator refused': { Icon: UsersRound, colour: 'text-bad' },
  'rules changed': { Icon: Scale, colour: 'text-brass' },
  'term closed': { Icon: LockKeyhole, colour: 'text-brand' },
  'term closed again': { Icon: LockKeyhole, colour: 'text-brand' },
  'term reopened': { Icon: LockKeyholeOpen, colour: 'text-brass' },
  'question asked': { Icon: MessageCircleQuestion, colour: 'text-brass' },
  'question accepted': { Icon: MessageCircleQuestion, colour: 'text-good' },
  'question declined': { Icon: MessageCircleQuestion, colour: 'text-bad' },
  'question unanswered': { Icon: MessageCircleQuestion, colour: 'text-brass' },
  'questions unanswered': { Icon: MessageCircleQuestion, colour: 'text-brass' },
  'question message': { Icon: MessageCircleQuestion, colour: 'text-brand' },
  'posting message': { Icon: MessageCircleQuestion, colour: 'text-brand' },
  message: { Icon: Megaphone, colour: 'text-brand' },
  'term ends': { Icon: CalendarClock, colour: 'text-brass' },
  'posting ends': { Icon: CalendarClock, colour: 'text-brass' },
  'day extended': { Icon: CalendarClock, colour: 'text-brand' },
  'extension withdrawn': { Icon: CalendarClock, colour: 'text-brass' },
  'event changed': { Icon: CalendarClock, colour: 'text-brass' },
  'event cancelled': { Icon: CalendarClock, colour: 'text-bad' },
  'event withdrawn': { Icon: CalendarClock, colour: 'text-bad' },
  'event taken off': { Icon: CalendarClock, colour: 'text-bad' },
  'event put back': { Icon: CalendarClock, colour: 'text-good' },
  'factors removed': { Icon: ShieldOff, colour: 'text-brass' },
} as const

export function noticeId({ id }: Notice) {
  return `notice-${id}`
}

type Props = {
  notice: Notice
  now: number
  /** Marks a notice without a link as read. */
  onRead: () => void
  onFollowed: () => void
}

export function NoticeEntry({ notice, now, onRead, onFollowed }: Props) {
  const { review: mayReview, see_members: seesMembers, department, faculty, pageOfMembers: home } = useRights()
  const language = useLanguage()
  const isScored = useSession()?.role_id === roles.staff
  const place = placeOf(notice, { home, mayReview, isScored, departmentId: department?.id, facultyId: faculty?.id })
  const id = noticeId(notice)
  const content = <Content notice={notice} now={now} />
  return (
    <li>
      {place ? (
        <Link {...place} id={id} onClick={onFollowed} className={entryLook}>
          {content}
        </Link>
      ) : (
        <button id={id} type="button" onClick={onRead} className={entryLook}>
          {content}
        </button>
      )}
      {notice.person && (seesMembers || home === pages.adminDashboard) && (
        <p className="-mt-2 px-4 ps-11.5 pb-2 text-sm">
          <Link
            to={home}
            search={{ tab: 'person', id: notice.person.id }}
            onClick={onFollowed}
            className="inline-flex relative touch-area min-h-6 items-center text-brand underline-offset-2 hover:underline focus-visible:underline"
          >
            <bdi>{shownName(language, notice.person)}</bdi>
          </Link>
        </p>
      )}
    </li>
  )
}

const entryLook =
  'flex w-full cursor-pointer items-start gap-3 px-4 py-3 text-start transition-colors hover:bg-sunk focus-visible:-outline-offset-2'

function Content({ notice, now }: { notice: Notice; now: number }) {
  const say = useSay()
  const language = useLanguage()
  const { kind, is_read, created_at } = notice
  const { Icon, colour } = icons[kind]
  return (
    <>
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4.5 shrink-0 ${colour} ${Icon === CornerUpLeft ? 'rtl:-scale-x-100' : ''}`}
      />
      <span className="min-w-0 grow">
        {!is_read && <span className="sr-only">{say(messages.notices.unread)} </span>}
        {/* The direction is not dir="auto": a name that begins the sentence would decide it. */}
        <span
          // A message may be in another language than the page, and is read as a whole.
          dir={kind === 'message' ? 'auto' : directionOf(language)}
          className={`text-as-around text-sm leading-snug wrap-anywhere ${kind === 'message' ? 'block whitespace-pre-line' : 'line-clamp-6'} ${is_read ? '' : 'font-medium'}`}
        >
          {noticeSentence(say, language, notice)}
        </span>
        <time dateTime={created_at} title={formatMoment(say, created_at)} className="mt-1 block text-[0.8125rem] text-quiet">
          <bdi>{timeAgo(say, created_at, now)}</bdi>
        </time>
      </span>
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${is_read ? '' : 'bg-[light-dark(var(--color-brass),var(--color-brass-bright))]'}`}
      />
    </>
  )
}
