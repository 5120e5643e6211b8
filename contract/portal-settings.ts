import { z } from 'zod'
import { Branding } from './branding.ts'
import { endpoint } from './endpoint.ts'
import { optionalLine, SeenVersion, Translation } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { languages } from './languages/languages.ts'
import { MessageReply } from './replies.ts'

const longestText = 200
/** It stands beside the logo on a phone. */
const longestShortTitle = 40
export const largestLogoBytes = 1024 * 1024

const text = optionalLine(longestText)
const shortTitle = optionalLine(longestShortTitle)
const noLanguage = encode(messages.settings.noLanguage)

const Fields = z.object({
  portal_title: text,
  portal_title_ckb: text,
  portal_title_ar: text,
  short_title: shortTitle,
  short_title_ckb: shortTitle,
  short_title_ar: shortTitle,
  university_name: text,
  university_name_ckb: text,
  university_name_ar: text,
  footer_credit: text,
  footer_credit_ckb: text,
  footer_credit_ar: text,
  contact: text,
  /** Those that the pages offer, in the portal's own order. */
  languages: z
    .array(z.enum(languages, noLanguage), noLanguage)
    .max(20, noLanguage)
    .transform((chosen) => languages.filter((language) => chosen.includes(language)))
    .refine((chosen) => chosen.length > 0, noLanguage),
  default_language: z.enum(languages, encode(messages.settings.defaultNotOffered)),
})

/** What an administrator saves. Empty text is the default. */
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

/** What is stored; null is the default. */
export const PortalSettings = z.object({
  portal_title: Translation,
  portal_title_ckb: Translation,
  portal_title_ar: Translation,
  short_title: Translation,
  short_title_ckb: Translation,
  short_title_ar: Translation,
  university_name: Translation,
  university_name_ckb: Translation,
  university_name_ar: Translation,
  footer_credit: Translation,
  footer_credit_ckb: Translation,
  footer_credit_ar: Translation,
  contact: Translation,
  languages: z.array(z.enum(languages)),
  default_language: z.enum(languages),
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
  /** What environment variables set, and to what: the stored value is not in effect. */
  environment: z.array(z.object({ field: z.enum(environmentFields), variable: z.string(), value: z.string() })),
  /** What is in effect, in the language of the request. */
  effective: Branding,
  /** What an empty text stands for. */
  defaults: z.object({ portal_title: z.string(), university_name: z.string(), footer_credit: z.string() }),
  /** Where the logo comes from. */
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
  body: PortalSettingsInput,
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
