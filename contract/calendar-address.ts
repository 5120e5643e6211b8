import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageReply } from './replies.ts'

/** When the address was made; null if there is none. The address itself is shown once, because only its hash is stored. */
const AddressState = z.object({ created_at: z.iso.datetime({ offset: true }).nullable() })

export const readCalendarAddress = endpoint({
  method: 'GET',
  path: '/calendar/address',
  access: 'signed-in',
  summary: 'Whether the user has a secret address of their calendar',
  replies: { 200: AddressState },
})

export const makeCalendarAddress = endpoint({
  method: 'POST',
  path: '/calendar/address',
  access: 'signed-in',
  summary: 'Make a secret address of the own calendar; an earlier one ends',
  replies: { 201: z.object({ path: z.string() }) },
})

export const revokeCalendarAddress = endpoint({
  method: 'DELETE',
  path: '/calendar/address',
  access: 'signed-in',
  summary: 'Revoke the secret address of the own calendar',
  replies: { 200: MessageReply },
})

export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:token.ics',
  access: 'public',
  summary: 'The days of open terms that concern the owner of the secret address, as iCalendar',
  params: z.object({ token: z.string().max(100) }),
})
