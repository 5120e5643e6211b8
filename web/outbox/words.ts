import { outbox as ar } from '../../contract/languages/ar/outbox.ts'
import { outbox as ckb } from '../../contract/languages/ckb/outbox.ts'
import { outbox as en } from '../../contract/languages/en/outbox.ts'
import { addWords } from '../language/language.ts'

/** The words of the outbox come with its script, in every language: without a network nothing more can be loaded. */
addWords({ en, ckb, ar })
