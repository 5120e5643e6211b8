import { home as ar } from '../../../contract/languages/ar/home.ts'
import { home as ckb } from '../../../contract/languages/ckb/home.ts'
import { home as en } from '../../../contract/languages/en/home.ts'
import { addWords } from '../../language/language.ts'

/** The words of the block come with its script, in every language: those of every page have no room for them. */
addWords({ en, ckb, ar })
