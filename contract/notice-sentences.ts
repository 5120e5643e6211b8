import { isDay, writeOutDay } from './dates.ts'
import { listOf, type Message, messages, type Say, type Value } from './languages/catalogue.ts'
import type { Language } from './languages/languages.ts'
import { localized } from './localized.ts'
import type { Notice } from './notices.ts'
import { formatPoints } from './points.ts'
import { questionLine } from './question-line.ts'

/** The same sentence for the bell and the e-mail. */
export function noticeSentence(
  say: Say,
  language: Language,
  { kind, term_name, details }: Pick<Notice, 'kind' | 'term_name' | 'details'>,
): string {
  const text = (name: string) => String(details[name] ?? '')
  const activity = String(localized(language, details, 'activity_name') ?? '')
  const { notices } = messages
  switch (kind) {
    case 'verified':
      return say(notices.verified({ activity }))
    case 'returned':
      return say(notices.returned({ activity, reason: text('reason') }))
    case 'edited':
      return say(notices.edited({ who: text('by'), activity }))
    case 'scored': {
      const sentence = text('field') === 'tp' ? notices.tpScored : notices.fbScored
      const { notSet } = messages.scoring
      return say(sentence({ term: term_name ?? '', from: text('from') || notSet, to: text('to') || notSet }))
    }
    case 'term ends': {
      const day = text('ends_on')
      return say(notices.termEnds({ term: term_name ?? '', day: isDay(day) ? writeOutDay(say, day) : day }))
    }
    case 'review lent': {
      const day = text('last_day')
      return say(messages.delegations.noticeLent({ who: text('by'), day: isDay(day) ? writeOutDay(say, day) : day }))
    }
    case 'review ended':
      return say(messages.delegations.noticeEnded({ who: text('by') }))
    case 'head added':
    case 'head ended': {
      const department = String(localized(language, details, 'department_name') ?? '')
      return say(kind === 'head added' ? notices.headAdded({ department }) : notices.headEnded({ department }))
    }
    case 'rules changed':
      return say(
        notices.rulesChanged({ term: term_name ?? '', version: text('rules_version'), values: valuesOf(details, graded) }),
      )
    case 'term closed':
      return say(notices.termClosed({ term: term_name ?? '', values: valuesOf(details, graded) }))
    case 'term closed again': {
      const differing = [...Object.keys(parts), ...graded].filter((name) => details[`${name}_to`] !== undefined)
      const sentence = differing.length === 0 ? notices.termClosedAgainSame : notices.termClosedAgain
      return say(sentence({ term: term_name ?? '', values: valuesOf(details, differing.length === 0 ? graded : differing) }))
    }
    case 'term reopened': {
      const sentence = details['questions'] === undefined ? notices.termReopened : notices.termReopenedWithQuestions
      return say(sentence({ who: text('by'), term: term_name ?? '', reason: text('reason') }))
    }
    case 'questions unanswered':
      return say(messages.questions.noticeUnansweredOffice({ term: term_name ?? '', count: Number(details['count']) }))
    case 'question unanswered':
      return say(
        messages.questions.noticeUnanswered({
          line: questionLine(language, { ...details, subject: text('line') }),
          term: term_name ?? '',
        }),
      )
    case 'question asked':
    case 'question accepted':
    case 'question declined':
    case 'question message': {
      const { noticeAsked, noticeAskedMissing, noticeAccepted, noticeDeclined, noticeMessage } = messages.questions
      const about = { line: questionLine(language, { ...details, subject: text('line') }), text: text('text') }
      if (kind === 'question asked') {
        const asked = { ...about, who: text('by'), term: term_name ?? '' }
        return say(text('line') === 'missing' ? noticeAskedMissing(asked) : noticeAsked(asked))
      }
      if (kind === 'question accepted') return say(noticeAccepted(about))
      return say(kind === 'question declined' ? noticeDeclined(about) : noticeMessage({ ...about, who: text('by') }))
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

/** Each value by its name, with the one before where it was another. */
function valuesOf(details: Notice['details'], shown: readonly string[]): Value {
  const written = (value: string | number = '') => (typeof value === 'number' ? formatPoints(value) : value)
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
