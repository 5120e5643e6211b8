import { accountName } from './account-names.ts'
import { rightName } from './codes.ts'
import { isDay, writeOutDay } from './dates.ts'
import { listOf, type Message, messages, type Say, type Value } from './languages/catalogue.ts'
import type { Language } from './languages/languages.ts'
import { localized } from './localized.ts'
import type { Notice } from './notices.ts'
import { formatPoints } from './points.ts'
import { questionLine } from './question-line.ts'
import type { DayPart } from './term-days.ts'

/** The sentence of a notice, the same for the bell and the e-mail. */
export function noticeSentence(
  say: Say,
  language: Language,
  notice: Pick<Notice, 'kind' | 'term_name' | 'term_names' | 'details'>,
): string {
  const { kind, details } = notice
  const term = localized(language, notice, 'term_name') ?? ''
  const text = (name: string) => String(details[name] ?? '')
  const by = accountName(say, text('by'))
  const named = (name: string) => String(localized(language, details, name) ?? '')
  const activity = named('activity_name')
  const { notices } = messages
  switch (kind) {
    case 'verified':
      return say(
        'event_name' in details
          ? notices.verifiedByEvent({ activity, event: named('event_name') })
          : notices.verified({ activity }),
      )
    case 'returned':
      return say(notices.returned({ activity, reason: named('reason') }))
    case 'edited':
      return say(notices.edited({ who: by, activity }))
    case 'posting message':
      return say(notices.postingMessage({ who: by, activity, text: text('text') }))
    case 'scored': {
      const sentence = text('field') === 'tp' ? notices.tpScored : notices.fbScored
      const { notSet } = messages.scoring
      return say(sentence({ term, from: text('from') || notSet, to: text('to') || notSet }))
    }
    case 'points changed':
      return say(
        notices.pointsChanged({
          activity,
          term,
          points: formatPoints(Number(details['points'])),
          values: valuesOf(details, graded),
        }),
      )
    case 'scores released':
      return say(
        notices.scoresReleased({
          term,
          values: valuesOf(
            details,
            ['tp', 'fb', ...graded].filter((name) => name in details),
          ),
        }),
      )
    case 'release taken back':
      return say(notices.releaseTakenBack({ term }))
    case 'term ends':
    case 'posting ends': {
      const day = text('ends_on')
      const sentence = kind === 'term ends' ? notices.termEnds : notices.postingEnds
      return say(sentence({ term, day: isDay(day) ? writeOutDay(say, day) : day }))
    }
    case 'review lent': {
      const day = text('last_day')
      return say(messages.delegations.noticeLent({ who: by, day: isDay(day) ? writeOutDay(say, day) : day }))
    }
    case 'day extended':
    case 'extension withdrawn': {
      const day = text('last_day')
      const part = text('part') as DayPart
      const words = { who: by, term, day: isDay(day) ? writeOutDay(say, day) : day }
      return say(kind === 'day extended' ? messages.termDays.reopened[part](words) : messages.termDays.withdrawn[part](words))
    }
    case 'message':
      return [localized(language, details, 'subject'), localized(language, details, 'text')].filter(Boolean).join('\n')
    case 'review ended':
      return say(messages.delegations.noticeEnded({ who: by }))
    case 'head added':
    case 'head ended': {
      const department = named('department_name')
      return say(kind === 'head added' ? notices.headAdded({ department }) : notices.headEnded({ department }))
    }
    case 'dean added':
    case 'dean ended': {
      const faculty = named('faculty_name')
      return say(kind === 'dean added' ? notices.deanAdded({ faculty }) : notices.deanEnded({ faculty }))
    }
    case 'right given':
    case 'right taken': {
      const right = rightName(text('right'))
      return say(kind === 'right given' ? notices.rightGiven({ right }) : notices.rightTaken({ right }))
    }
    case 'administrator confirmed':
    case 'administrator refused': {
      const words = { name: text('name'), who: by }
      return say(kind === 'administrator confirmed' ? notices.administratorConfirmed(words) : notices.administratorRefused(words))
    }
    case 'event changed':
    case 'event cancelled':
    case 'event withdrawn':
    case 'event taken off':
    case 'event put back': {
      const day = text('day')
      const name = named('name')
      const words = { name, day: isDay(day) ? writeOutDay(say, day) : day }
      if (kind === 'event changed') return say(notices.eventChanged({ ...words, clock: text('clock'), place: text('place') }))
      if (kind === 'event cancelled') return say(notices.eventCancelled(words))
      if (kind === 'event withdrawn') return say(notices.eventWithdrawn(words))
      return say(
        kind === 'event put back' ? notices.eventPutBack({ name }) : notices.eventTakenOff({ name, reason: text('reason') }),
      )
    }
    case 'factors removed':
      return say(messages.signInSecurity.mail.factorsRemoved)
    case 'rules changed':
      return say(notices.rulesChanged({ term, version: text('rules_version'), values: valuesOf(details, graded) }))
    case 'term closed':
      return say(notices.termClosed({ term, values: valuesOf(details, graded) }))
    case 'term closed again': {
      const differing = [...Object.keys(parts), ...graded].filter((name) => details[`${name}_to`] !== undefined)
      const sentence = differing.length === 0 ? notices.termClosedAgainSame : notices.termClosedAgain
      return say(sentence({ term, values: valuesOf(details, differing.length === 0 ? graded : differing) }))
    }
    case 'term reopened': {
      const sentence = details['questions'] === undefined ? notices.termReopened : notices.termReopenedWithQuestions
      return say(sentence({ who: by, term, reason: text('reason') }))
    }
    case 'questions unanswered':
      return say(messages.questions.noticeUnansweredOffice({ term, count: Number(details['count']) }))
    case 'question unanswered':
      return say(
        messages.questions.noticeUnanswered({
          line: questionLine(language, { ...details, subject: text('line') }),
          term,
        }),
      )
    case 'question asked':
    case 'question accepted':
    case 'question declined':
    case 'question message': {
      const { noticeAsked, noticeAskedMissing, noticeAccepted, noticeDeclined, noticeMessage } = messages.questions
      const about = { line: questionLine(language, { ...details, subject: text('line') }), text: text('text') }
      if (kind === 'question asked') {
        const asked = { ...about, who: by, term }
        return say(text('line') === 'missing' ? noticeAskedMissing(asked) : noticeAsked(asked))
      }
      if (kind === 'question accepted') return say(noticeAccepted(about))
      return say(kind === 'question declined' ? noticeDeclined(about) : noticeMessage({ ...about, who: by }))
    }
  }
}

/** The parts of a total, by their names in the details. */
const parts: Readonly<Record<string, Message>> = {
  tp: messages.questions.lines.tp,
  fb: messages.questions.lines.fb,
  atts: messages.codes.types.Attending,
  acts: messages.codes.types.Compulsory,
  escore: messages.codes.types.Elective,
}
const graded = ['total', 'own_grade', 'grade']
const names: Readonly<Record<string, Message>> = {
  ...parts,
  total: messages.fields.total,
  own_grade: messages.grading.current,
  grade: messages.grading.withFeedback,
}

/** Each value by its name, with the previous one where it was another. */
function valuesOf(details: Notice['details'], shown: readonly string[]): Value {
  const written = (value: Notice['details'][string] = '') => (typeof value === 'number' ? formatPoints(value) : String(value))
  return listOf(
    shown.map((name) => {
      const what = names[name] ?? ''
      const [from, to] = [details[`${name}_from`], details[`${name}_to`]]
      return to === undefined
        ? messages.notices.value({ what, value: written(details[name]) })
        : messages.notices.valueChanged({ what, from: written(from), to: written(to) })
    }),
  )
}
