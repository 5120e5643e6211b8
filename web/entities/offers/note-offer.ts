import type { Offer } from '../../../contract/offers.ts'
import { call } from '../../http/api.ts'

/** Notes in the account that something was offered. False if it was before, and if that cannot be known. */
export async function noteOffer(offer: Offer): Promise<boolean> {
  const reply = await call('PUT /auth/offers', { body: { offer } }).catch(() => undefined)
  return reply?.is_first ?? false
}

/** An offer stays until it is taken or dismissed. */
export const offerSeconds = 24 * 60 * 60
