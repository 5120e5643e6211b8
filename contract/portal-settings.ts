import { z } from 'zod'
import { Branding } from './branding.ts'
import { endpoint } from './endpoint.ts'
import { optionalLine, SeenVersion, Translations, translationsOf } from './fields.ts'
import { acceptingFormerFields } from './former-translations.ts'
import { encode, messages } from './languages/catalogue.ts'
import { languages } from './languages/languages.ts'
import { MessageReply } from './replies.ts'

const longestText = 200
/** The short title stands beside the logo on a phone. */
const longestShortTitle = 40

const text = optionalLine(longestText)
const shortTitle = optionalLine(longestShortTitle)
const noLanguage = encode(messages.settings.noLanguage)

const Fields = z.object({
  portal_title: text,
  portal_titles: translationsOf(text),
  short_title: shortTitle,
  short_titles: translationsOf(shortTitle),
  university_name: text,
  university_names: translationsOf(text),
  footer_credit: text,
  footer_credits: translationsOf(text),
  contact: text,
  /** The languages that the pages offer, in the portal's own order. */
  languages: z
    .array(z.enum(languages, noLanguage), noLanguage)
    .max(20, noLanguage)
    .transform((chosen) => languages.filter((language) => chosen.includes(language)))
    .refine((chosen) => chosen.length > 0, noLanguage),
  default_language: z.enum(languages, encode(messages.settings.defaultNotOffered)),
  /** Whether a new term is proposed to hold its scores back. Without the field, what is stored stays. */
  hold_scores: z.boolean().optional(),
  /** Whether heads and deans set scores; null as the environment variable says. Without the field, what is stored stays. */
  heads_may_score: z.boolean().nullish(),
  /** Whether a second person who gives rights confirms administrators. Without the field, what is stored stays. */
  confirm_administrators: z.boolean().optional(),
})

/** The settings that an administrator saves. Empty text is the default. */
export const PortalSettingsInput = Fields.extend({ version: SeenVersion }).refine(
  ({ languages, default_language }) => languages.includes(default_language),
  { path: ['default_language'], error: encode(messages.settings.defaultNotOffered) },
)
export type PortalSettingsInput = z.infer<typeof PortalSettingsInput>

/** The same without the version, for the form. */
export const PortalSettingsForm = Fields.refine(({ languages, default_language }) => languages.includes(default_language), {
  path: ['default_language'],
  error: encode(messages.settings.defaultNotOffered),
})

/** The stored settings; null is the default. */
export const PortalSettings = z.object({
  portal_title: z.string().nullable(),
  portal_titles: Translations,
  short_title: z.string().nullable(),
  short_titles: Translations,
  university_name: z.string().nullable(),
  university_names: Translations,
  footer_credit: z.string().nullable(),
  footer_credits: Translations,
  contact: z.string().nullable(),
  languages: z.array(z.enum(languages)),
  default_language: z.enum(languages),
  hold_scores: z.boolean(),
  /** Null until somebody chooses: then the environment variable HEADS_MAY_SCORE counts. */
  heads_may_score: z.boolean().nullable(),
  /** A server of the release before does not send it. */
  confirm_administrators: z.boolean().optional(),
  version: z.int(),
})
export type PortalSettings = z.infer<typeof PortalSettings>

/** The fields for which there is an environment variable. It wins, in every language. */
const environmentFields = [
  'portal_title',
  'short_title',
  'university_name',
  'footer_credit',
  'contact',
  'logo',
  'languages',
  'default_language',
] as const
export type EnvironmentField = (typeof environmentFields)[number]

export const PortalSettingsReply = z.object({
  settings: PortalSettings,
  /** The fields that environment variables set, and their values: the stored value is not in effect. */
  environment: z.array(z.object({ field: z.enum(environmentFields), variable: z.string(), value: z.string() })),
  /** The values in effect, in the language of the request. */
  effective: Branding,
  /** The values that an empty text stands for. */
  defaults: z.object({ portal_title: z.string(), university_name: z.string(), footer_credit: z.string() }),
  /** What the environment variable HEADS_MAY_SCORE says. A server of the release before does not send it. */
  heads_may_score_default: z.boolean().optional(),
  /** The source of the logo. */
  logo: z.enum(['environment', 'uploaded', 'default']),
  mail: z.object({
    is_configured: z.boolean(),
    /** The sender's address. */
    from: z.string(),
    /** The administrator's own address, for a test; null if the account has none. */
    own_address: z.string().nullable(),
    /** Whether forgotten passwords can be sent: links need the portal's address. */
    sends_password_links: z.boolean(),
  }),
})
export type PortalSettingsReply = z.infer<typeof PortalSettingsReply>

export const readSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'admin',
  summary: 'The settings of the portal: what is stored, what environment variables set, and what is in effect',
  replies: { 200: PortalSettingsReply },
})

export const editSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  access: 'admin',
  repeatable: true,
  summary: 'Change the texts, the contact and the languages of the portal',
  body: acceptingFormerFields(PortalSettingsInput),
  replies: { 200: z.object({ settings: PortalSettings }) },
})

export const setLogo = endpoint({
  method: 'PUT',
  path: '/settings/logo',
  access: 'admin',
  repeatable: true,
  summary: 'Upload a logo',
  description: 'A form with the file in the field `logo`: PNG, JPEG or WebP, at most 1 MB.',
  consumes: ['multipart/form-data'],
  replies: { 200: MessageReply },
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/settings/logo',
  access: 'admin',
  repeatable: true,
  summary: 'Remove the uploaded logo',
  replies: { 200: MessageReply },
})

const invalidAddress = encode(messages.users.invalidEmail)

export const testMail = endpoint({
  method: 'POST',
  path: '/settings/mail-test',
  access: 'admin',
  summary: 'Send a test e-mail, to the own address if no other is given',
  body: z.object({
    to: z
      .string(invalidAddress)
      .trim()
      .max(200, invalidAddress)
      .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/, invalidAddress)
      .optional(),
  }),
  replies: { 200: MessageReply },
})
