import { events } from './ar/events.ts'
import { first } from './ar/first.ts'
import { home } from './ar/home.ts'
import { later } from './ar/later.ts'
import { outbox } from './ar/outbox.ts'
import { sharing } from './ar/sharing.ts'
import type { Catalogue } from './catalogue.ts'

/**
 * Arabic, with the terms of Iraqi universities (docs/glossary.md). \u2066 and \u2069 isolate Latin text that begins or ends with a sign, which would
 * move to the other side otherwise; \u200f gives a text that has only values the direction of Arabic, or they would
 * stand in the order of English.
 * A counted noun is plural from 3 to 10, singular accusative from 11 to 99, singular genitive from 100; a number with decimals takes `other`.
 */
export const ar: Catalogue = { ...first, ...home, ...outbox, ...sharing, ...events, ...later }
