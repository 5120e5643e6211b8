import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the pages offer to each user once. */
const Offer = z.enum(['passkey', 'home-screen'])
export type Offer = z.infer<typeof Offer>

export const noteOffer = endpoint({
  method: 'PUT',
  path: '/auth/offers',
  access: 'signed-in',
  summary: 'Note that something was offered to the user: a passkey, or the portal on the home screen. It is not offered again',
  body: z.object({ offer: Offer }),
  replies: { 200: z.object({ is_first: z.boolean() }) },
})
