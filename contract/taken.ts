import { z } from 'zod'

/** The person of the office who has taken what waits, and since when. */
export const Taken = z.object({ by_id: z.int(), by_name: z.string(), at: z.string() })
export type Taken = z.infer<typeof Taken>
