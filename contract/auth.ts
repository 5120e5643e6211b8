import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { encode, messages } from './languages/catalogue.ts'
import { languages } from './languages/languages.ts'
import { passwordMaxLength, passwordMinLength } from './limits.ts'
import { MessageReply } from './replies.ts'
import { dashboards, Rights } from './rights.ts'

const credential = z
  .string(encode(messages.auth.required))
  .min(1, encode(messages.auth.required))
  .max(1000, encode(messages.auth.invalid))

/** Whether to stay signed in on this device, where the portal offers that. Whatever else is sent has an ordinary session. */
export const StaySignedIn = z.boolean().optional().catch(undefined)

export const LoginInput = z.object(
  {
    // Phones add a space after a word.
    username: credential.normalize('NFC').trim().min(1, encode(messages.auth.required)),
    password: credential,
    stay_signed_in: StaySignedIn,
  },
  encode(messages.auth.required),
)
export type LoginInput = z.infer<typeof LoginInput>

export const SignedInUser = z.object({
  id: z.int(),
  role_id: z.int(),
  username: z.string(),
  name: z.string(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** This field exists only while the password is an initial one, which another person chose: the pages then ask for a new one first. */
const must_change_password = z.literal(true).optional()

/** The panel with which the portal opens; missing for the default one, also where the user has lost the right to the chosen one. */
const opens_with = z.string().optional()

/** This field exists only at a moment to offer a passkey: the account has none, and has signed in on this device before. */
const offers_passkey = z.literal(true).optional()

export const SignedInReply = z.object({
  message: z.string(),
  user: SignedInUser,
  rights: Rights,
  must_change_password,
  opens_with,
  offers_passkey,
})
export type SignedInReply = z.infer<typeof SignedInReply>

/** The password was right, or the provider knows the person, and a step is missing: see second-factor.ts. */
export const NextStepReply = z.object({
  message: z.string(),
  next: z.enum(['second-factor', 'set-up']),
  /** The kinds of second factor with which the account can take that step. */
  kinds: z.array(z.enum(['passkey', 'code', 'recovery-code'])),
  /** This field comes only with `set-up`. */
  must_change_password,
})
export type NextStepReply = z.infer<typeof NextStepReply>

const LoginReply = z.union([SignedInReply, NextStepReply])

const MeReply = z.object({
  user: SignedInUser,
  rights: Rights,
  must_change_password,
  opens_with,
  offers_passkey,
  /** The newest notice at that moment, if there is one: a newer one means that the rights, or what a page shows, may have changed since. */
  newest_notice: z.int().nullable(),
  /** The latest end of the session; without use it ends sooner. */
  session_ends_at: z.iso.datetime(),
  /** The days for which an entry of an outbox is sent. A server of the release before does not know whose an entry is, and says nothing. */
  outbox_days: z.int(),
})
export type MeReply = z.infer<typeof MeReply>

/** The reply has the page of the provider for signing out of the university's account, too, if the session began there. */
const LogoutReply = MessageReply.extend({ provider_url: z.url().optional() })

export const NewPassword = z
  .string(encode(messages.password.tooShort))
  .refine((text) => [...text].length >= passwordMinLength, encode(messages.password.tooShort))
  .refine((text) => [...text].length <= passwordMaxLength, encode(messages.password.tooLong))

export const PasswordInput = z.object({
  current_password: z
    .string(encode(messages.password.currentRequired))
    .min(1, encode(messages.password.currentRequired))
    .max(1000, encode(messages.password.currentWrong)),
  new_password: NewPassword,
})
export type PasswordInput = z.infer<typeof PasswordInput>

const LanguageInput = z.object({ language: z.enum(languages, encode(messages.auth.invalidLanguage)) })

const DashboardInput = z.object({ dashboard: z.enum(dashboards) })

/** Null for the default panel. */
const OpeningPanelInput = z.object({ panel: z.string().max(40).nullable() })

export const logIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in',
  body: LoginInput,
  replies: { 200: LoginReply },
})

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  summary: 'Sign out',
  replies: { 200: LogoutReply },
})

export const readMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'signed-in',
  summary: 'Who is signed in',
  replies: { 200: MeReply },
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password',
  access: 'signed-in',
  summary: 'Change the own password',
  body: PasswordInput,
  replies: { 200: MessageReply },
})

export const chooseLanguage = endpoint({
  method: 'PUT',
  path: '/auth/language',
  access: 'signed-in',
  summary: 'Choose the language of the own account',
  body: LanguageInput,
  replies: { 200: MessageReply },
})

export const chooseOpeningPanel = endpoint({
  method: 'PUT',
  path: '/auth/opening-panel',
  access: 'signed-in',
  summary: 'Choose the panel with which the portal opens',
  body: OpeningPanelInput,
  replies: { 200: MessageReply },
})

export const chooseDashboard = endpoint({
  method: 'PUT',
  path: '/auth/dashboard',
  access: 'signed-in',
  summary: 'Keep which dashboard the own account opened last, for those who have both',
  body: DashboardInput,
  replies: { 200: MessageReply },
})
