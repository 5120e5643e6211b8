import type { Catalogue } from './catalogue.ts'
import { events } from './ckb/events.ts'
import { first } from './ckb/first.ts'
import { home } from './ckb/home.ts'
import { later } from './ckb/later.ts'
import { outbox } from './ckb/outbox.ts'
import { sharing } from './ckb/sharing.ts'

/**
 * Kurdish (Sorani), with the terms of docs/glossary.md. \u2066 and \u2069 isolate Latin text that begins or ends with a sign, which would move to
 * the other side otherwise. No suffix stands after a {value}, except in a date: it may be a name in another script. A plural without `one` has the same words
 * for every count.
 */
export const ckb: Catalogue = { ...first, ...home, ...outbox, ...sharing, ...events, ...later }
