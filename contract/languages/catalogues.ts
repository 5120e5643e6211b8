import { ar } from './ar.ts'
import type { Catalogue } from './catalogue.ts'
import { ckb } from './ckb.ts'
import { en } from './en.ts'
import type { Language } from './languages.ts'

/** All sentences of all languages, for the server and the build. A page loads one language (web/language/language.ts). */
export const catalogues: Readonly<Record<Language, Catalogue>> = { en, ckb, ar }
