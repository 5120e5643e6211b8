import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './languages/languages.ts'

export const Branding = z.object({
  portal_title: z.string(),
  /** The title in the header on phones. */
  short_title: z.string(),
  university_name: z.string(),
  footer_credit: z.string(),
  logo_url: z.string(),
  /** The contact for a new password; empty if the settings do not say. */
  contact: z.string(),
  /** The way to a new password: by a link in an e-mail, or by asking. */
  forgotten_password: z.enum(['email', 'ask']),
  /** The name of the provider for sign-in with the university's account; empty without one. */
  sso_name: z.string(),
  /** The people who sign in with a password. A server of the release before does not send this field. */
  passwords: z.enum(['everyone', 'admins']).optional(),
  /** For how many days one can stay signed in on a device; 0 if not. A server of the release before does not send this field. */
  stay_signed_in_days: z.int().optional(),
  /** The languages that the portal offers. */
  languages: z.array(z.enum(languages)),
  /** The time zone that decides what a day is. A server of the release before does not send this field. */
  time_zone: z.string().optional(),
})
export type Branding = z.infer<typeof Branding>

export const readBranding = endpoint({
  method: 'GET',
  path: '/branding',
  access: 'public',
  summary:
    'Title, university, credit line and logo in the language of the request, the languages offered, the time zone, and how to sign in',
  replies: { 200: Branding },
})
