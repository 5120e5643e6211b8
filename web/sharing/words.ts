import { sharing as ar } from '../../contract/languages/ar/sharing.ts'
import { sharing as ckb } from '../../contract/languages/ckb/sharing.ts'
import { sharing as en } from '../../contract/languages/en/sharing.ts'
import { addWords } from '../language/language.ts'

/** The words of shared files and of photos come with their scripts, in every language: without a network nothing more can be loaded. */
addWords({ en, ckb, ar })
