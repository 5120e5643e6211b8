import { common } from './common.ts'
import { people } from './people.ts'
import { postings } from './postings.ts'
import { scoring } from './scoring.ts'
import { signIn } from './sign-in.ts'

/** What members read, and what the first panel of administrators says. */
export const first = { ...common, ...signIn, ...people, ...postings, ...scoring } as const
