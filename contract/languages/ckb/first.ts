import type { FirstWords } from '../catalogue.ts'
import { common } from './common.ts'
import { people } from './people.ts'
import { postings } from './postings.ts'
import { scoring } from './scoring.ts'
import { signIn } from './sign-in.ts'

/** The sentences of the first panel of a dashboard, and those that all panels share. */
export const first: FirstWords = { ...common, ...signIn, ...people, ...postings, ...scoring }
