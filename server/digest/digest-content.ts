import { roles } from '../../contract/codes.ts'
import { writeOutDay } from '../../contract/dates.ts'
import { noGrade, withoutFeedback } from '../../contract/grading.ts'
import { homeOf } from '../../contract/landing.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { PathTerm, ToDo } from '../../contract/overview.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Database } from '../../database/connect.ts'
import type { Paragraph } from '../mail/letter.ts'
import { placeAddress } from '../notices/place-address.ts'
import { overview } from '../overview/overview.queries.ts'
import { readToDo } from '../overview/to-do.ts'
import { can, rightsOf, type Viewer } from '../policy/policy.ts'
import { type DigestTerm, type DigestWeek, digests } from './digest.queries.ts'

interface Context {
  database: Database
  viewer: Viewer
  term: DigestTerm
  week: DigestWeek
  say: Say
  language: Language
  /** The address of the portal. */
  address: string
}

/** The last days of a term, in which a member without other news is reminded of its end. */
const reminderDays = 14

/** The tasks of administrators, heads of department and people to whom Review was lent. Empty if there is nothing to say. */
export async function officePart({ database, viewer, term, week, say, language, address }: Context): Promise<Paragraph[]> {
  const cells = can(viewer, 'see-members') ? await overview(database).cells(viewer, [term.id]) : []
  const toDo = await readToDo(database, viewer, term.id, cells)
  const fresh = toDo.to_review ? await digests(database).newToReview(viewer, term.id, week) : 0
  const items = itemsOf(toDo, fresh, term.id).map(({ message, search }) => ({
    text: say(message),
    link: `${address}${dashboardOf(viewer)}?${new URLSearchParams(search)}`,
  }))
  const paragraphs =
    items.length === 0 ? [] : [{ text: say(messages.digestMail.toDo({ term: localized(language, term, 'name') })), items }]
  if (!can(viewer, 'see-members')) return paragraphs
  const counts = await digests(database).postingsOfWeek(viewer, term.id, week)
  const wasQuiet = Object.values(counts).every((count) => count === 0)
  return wasQuiet ? paragraphs : [...paragraphs, { text: say(messages.digestMail.lastWeek({ ...counts })) }]
}

/** The lists that the cards of the Overview lead to. Finished tasks are left out. */
function itemsOf({ to_review, not_scored, no_password, posted_nothing, questions }: ToDo, fresh: number, termId: number) {
  const { toDo, digestMail } = messages
  const term = String(termId)
  const activities = toDo.reviewCount({ count: to_review ?? 0 })
  return [
    {
      count: to_review,
      message: fresh === 0 ? activities : digestMail.reviewWithNew({ activities, new: fresh }),
      search: { tab: 'review', term },
    },
    {
      count: not_scored,
      message: toDo.notScoredCount({ count: not_scored ?? 0 }),
      search: { tab: 'staff', term, unset: 'any' },
    },
    {
      count: no_password,
      message: toDo.noPasswordCount({ count: no_password ?? 0 }),
      search: { tab: 'users', signed_in: 'no-password' },
    },
    {
      count: posted_nothing,
      message: messages.overview.membersPostedNothing({ count: posted_nothing ?? 0 }),
      search: { tab: 'staff', term, posted: 'nothing' },
    },
    {
      count: questions,
      message: messages.questions.toAnswer({ count: questions ?? 0 }),
      search: { tab: 'review', questions: 'mine' },
    },
  ].filter(({ count }) => count)
}

/** The member's own points and the decisions about them. Empty if there is nothing to say. */
export async function memberPart({ database, viewer, term, week, say, language, address }: Context): Promise<Paragraph[]> {
  if (viewer.role_id === roles.admin) return []
  const news = await digests(database).news(viewer.id, week)
  const endsSoon = term.days_left >= 0 && term.days_left <= reminderDays
  if (news.length === 0 && !endsSoon) return []
  const standing = (await overview(database).path(viewer, viewer.id)).find(({ is_current }) => is_current)
  return [
    ...(news.length === 0
      ? []
      : [
          {
            text: say(messages.digestMail.news),
            items: news.map((notice) => ({
              text: noticeSentence(say, language, notice),
              link: placeAddress(address, notice, viewer),
            })),
          },
        ]),
    ...(standing ? [{ text: say(standingSentence(localized(language, term, 'name'), standing)) }] : []),
    ...(term.days_left < 0 ? [] : [{ text: endSentence(say, language, term) }]),
  ]
}

/** The standing, with the other grade where it differs. */
function standingSentence(term: string, step: PathTerm): Message {
  const { standing, standingOfBoth, standingWithoutGrade } = messages.digestMail
  const { current, withFeedback } = messages.grading
  const { grade, grade_with_feedback: other } = step
  const points = formatPoints(withoutFeedback(step))
  if (grade === noGrade) return standingWithoutGrade({ term, points })
  const own = standing({ term, points, name: current, grade })
  return other === grade ? own : standingOfBoth({ standing: own, name: withFeedback, grade: other })
}

function endSentence(say: Say, language: Language, ending: DigestTerm): string {
  const { days_left: count, end_date } = ending
  const term = localized(language, ending, 'name')
  const { endsToday, endsIn } = messages.digestMail
  return say(count === 0 ? endsToday({ term }) : endsIn({ term, count, day: writeOutDay(say, end_date) }))
}

function dashboardOf(viewer: Viewer): string {
  return homeOf(viewer, rightsOf(viewer)) ?? pages.staffDashboard
}
