import { events as ar } from '../../contract/languages/ar/events.ts'
import { events as ckb } from '../../contract/languages/ckb/events.ts'
import { events as en } from '../../contract/languages/en/events.ts'
import { addWords } from '../language/language.ts'

/** The words of events come with their panel, in every language. */
addWords({ en, ckb, ar })
