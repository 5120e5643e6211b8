import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

/** What a user can switch off beside the weekly e-mail: e-mails about notices, and messages of the office by e-mail. */
export const mailTopics = ['notices', 'messages'] as const
export type MailTopic = (typeof mailTopics)[number]

const invalid = encode(messages.digest.invalid)
const choice = z.boolean(invalid).optional()
const DigestInput = z
  .object({ weekly: choice, notices: choice, messages: choice }, invalid)
  .refine((input) => Object.values(input).some((value) => value !== undefined), invalid)

/** Null for a user who cannot get these e-mails: the portal sends none, or does not know an e-mail address. */
const DigestReply = z.object({
  weekly: z.boolean().nullable(),
  notices: z.boolean().nullable(),
  messages: z.boolean().nullable(),
})

export const readDigest = endpoint({
  method: 'GET',
  path: '/auth/digest',
  access: 'signed-in',
  summary: 'Which e-mails that are not compulsory the user gets',
  replies: { 200: DigestReply },
})

export const chooseDigest = endpoint({
  method: 'PUT',
  path: '/auth/digest',
  access: 'signed-in',
  summary: 'Switch own e-mails that are not compulsory on or off: the weekly one, those about notices, messages',
  body: DigestInput,
  replies: { 200: MessageReply },
})
