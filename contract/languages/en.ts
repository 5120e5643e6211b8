import { events } from './en/events.ts'
import { first } from './en/first.ts'
import { home } from './en/home.ts'
import { later } from './en/later.ts'
import { outbox } from './en/outbox.ts'
import { sharing } from './en/sharing.ts'

/** Every sentence of the portal in English: those of the specification to the letter. {names} are values; a plural is chosen by {count}. */
export const en = { ...first, ...home, ...outbox, ...sharing, ...events, ...later } as const
