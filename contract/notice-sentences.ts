import { isDay, writeOutDay } from './dates.ts'
import { messages, type Say } from './languages/catalogue.ts'
import type { Language } from './languages/languages.ts'
import { localized } from './localized.ts'
import type { Notice } from './notices.ts'
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
