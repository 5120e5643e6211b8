import type { LinkProps } from '@tanstack/react-router'
import type { DayLine, InboxLine, InboxReply } from '../../contract/inbox.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { none } from '../entities/members/filter-codes.ts'

type Search = Extract<LinkProps['search'], object>

/** The action of a line, and the place in which it is done. */
export function actionOf(line: InboxLine, isAdmin: boolean): { action: Message; search: Search } {
  const { inbox } = messages
  switch (line.kind) {
    case 'question':
      return { action: inbox.answer, search: { tab: 'review', questions: 'mine', question: line.id } }
    case 'posting':
      return line.state === 'returned'
        ? { action: inbox.answer, search: { ...groupPlaces.replies, posting: line.id } }
        : { action: inbox.review, search: { tab: 'review', posting: line.id } }
    case 'late':
      return { action: inbox.review, search: { ...groupPlaces.late, department_id: line.id > 0 ? line.id : none } }
    case 'never_signed_in':
      return {
        action: inbox.invite,
        search: { ...groupPlaces.never_signed_in, department_id: line.id > 0 ? line.id : none },
      }
    case 'administrator':
      return { action: inbox.open, search: groupPlaces.administrators }
    case 'mail':
      return { action: inbox.fix, search: { tab: 'users', found: line.id } }
    default:
      return { action: inbox.open, search: placeOfDay(line, isAdmin) }
  }
}

/** The lists behind the groups: the lines that are not shown are there, too. */
export const groupPlaces = {
  questions: { tab: 'review', questions: 'mine' },
  resubmitted: { tab: 'review', mark: 'resubmitted' },
  replies: { tab: 'review', state: 'returned' },
  same_evidence: { tab: 'review', mark: 'warning' },
  late: { tab: 'review', mark: 'late' },
  never_signed_in: { tab: 'users', role_id: 2, signed_in: 'never' },
  mails: { tab: 'users', signed_in: 'refused' },
  administrators: { tab: 'settings', open: 'rights' },
} as const satisfies Partial<Record<keyof InboxReply, Search>>

function placeOfDay({ kind, term: { id: term } }: DayLine, isAdmin: boolean): Search {
  switch (kind) {
    case 'posting_until':
      return { tab: 'staff', term, posted: 'nothing' }
    case 'review_until':
      return { tab: 'review', term }
    case 'scores_until':
      return { tab: 'staff', term, unset: 'any' }
    case 'questions_until':
      return groupPlaces.questions
    default:
      return isAdmin ? { tab: 'terms' } : { tab: 'overview', term }
  }
}
