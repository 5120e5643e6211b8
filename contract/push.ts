import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { encode, messages } from './languages/catalogue.ts'
import type { Language } from './languages/languages.ts'
import { push } from './limits.ts'
import { MessageReply } from './replies.ts'

/** What a person can choose to get on devices. Which notices each topic has: database/functions/push.sql. */
export const pushTopics = ['returned', 'verified', 'answered', 'released', 'days', 'events'] as const
export type PushTopic = (typeof pushTopics)[number]

/** What the portal sends to a device, encrypted: the service worker shows it as it is. */
export interface PushMessage {
  title: string
  body: string
  language: Language
  direction: 'ltr' | 'rtl'
  /** A message replaces the one with the same tag that the device still shows. */
  tag: string
  /** The place in the portal that it leads to. */
  path: string
}

const { invalid, invalidChoice } = messages.pushing
const wrong = encode(invalid)

/** A subscription as browsers write it: RFC 8291 has the keys, in base64url. */
export const PushSubscriptionInput = z.object({
  endpoint: z.string(wrong).max(push.endpoint, wrong),
  keys: z.object(
    {
      /** A point of the curve P-256, uncompressed. */
      p256dh: z.string(wrong).regex(/^B[\w-]{86}=?$/, wrong),
      auth: z.string(wrong).regex(/^[\w-]{22}(==)?$/, wrong),
    },
    wrong,
  ),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

const wrongChoice = encode(invalidChoice)
const choice = z.boolean(wrongChoice).optional()
export const PushChoices = z
  .object(
    { returned: choice, verified: choice, answered: choice, released: choice, days: choice, events: choice, details: choice },
    wrongChoice,
  )
  .refine((input) => Object.values(input).some((value) => value !== undefined), wrongChoice)
export type PushChoices = z.infer<typeof PushChoices>

const PushState = z.object({
  /** The public key of the portal, which a browser needs to subscribe; null where the portal sends nothing to devices. */
  key: z.string().nullable(),
  /** Whether notices go to the device of this session. */
  is_on: z.boolean(),
  /** Since when the portal has reached no push service; null if it reaches them, or has not tried. */
  unreachable_since: z.iso.datetime({ offset: true }).nullable(),
  topics: z.object({
    returned: z.boolean(),
    verified: z.boolean(),
    answered: z.boolean(),
    released: z.boolean(),
    days: z.boolean(),
    events: z.boolean(),
  } satisfies Record<PushTopic, unknown>),
  /** Whether a locked screen may show what a notice says. */
  details: z.boolean(),
})
export type PushState = z.infer<typeof PushState>

export const readPush = endpoint({
  method: 'GET',
  path: '/auth/push',
  access: 'signed-in',
  summary: 'Whether notices go to this device, and which ones the user wants on devices',
  replies: { 200: PushState },
})

export const choosePush = endpoint({
  method: 'PUT',
  path: '/auth/push',
  access: 'signed-in',
  summary: 'Choose which notices go to own devices, and whether a locked screen shows what they say',
  body: PushChoices,
  replies: { 200: MessageReply },
})

export const startPush = endpoint({
  method: 'PUT',
  path: '/auth/push/device',
  access: 'signed-in',
  summary: 'Send notices to this device, for as long as the session lasts',
  body: PushSubscriptionInput,
  replies: { 200: MessageReply },
})

export const endPush = endpoint({
  method: 'DELETE',
  path: '/auth/push/device',
  access: 'signed-in',
  summary: 'Send no more notices to this device',
  replies: { 200: MessageReply },
})
