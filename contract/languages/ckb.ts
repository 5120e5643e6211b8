import { translation } from './catalogue.ts'
import { en } from './en.ts'

export const ckb = translation(en)
