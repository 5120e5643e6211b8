import { messages } from './languages/catalogue.ts'
import { lazy } from './lazy.ts'
import type { Notice } from './notices.ts'

const longDay = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))

/** '2027-01-31' as 31 January 2027, in any time zone. */
function inWords(day: string): string {
  const midnight = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(midnight) ? day : longDay().format(midnight)
}

/** The same sentence for the bell and the e-mail. */
export function noticeSentence({ kind, term_name, details }: Pick<Notice, 'kind' | 'term_name' | 'details'>): string {
  const text = (name: string) => String(details[name] ?? '')
  switch (kind) {
    case 'verified':
      return messages.notices.verified(text('activity_name'))
    case 'returned':
      return messages.notices.returned(text('activity_name'), text('reason'))
    case 'edited':
      return messages.notices.edited(text('by'), text('activity_name'))
    case 'scored':
      return messages.notices.scored(
        text('field') === 'tp' ? 'teacher points' : 'feedback',
        term_name ?? '',
        text('from') || messages.scoring.notSet,
        text('to') || messages.scoring.notSet,
      )
    case 'term ends':
      return messages.notices.termEnds(term_name ?? '', inWords(text('ends_on')))
  }
}
