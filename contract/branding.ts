import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Branding = z.object({
  portal_title: z.string(),
  university_name: z.string(),
  footer_credit: z.string(),
  logo_url: z.string(),
  /** The name of the provider for sign-in with the university's account; empty without one. */
  sso_name: z.string(),
})
export type Branding = z.infer<typeof Branding>

export const readBranding = endpoint({
  method: 'GET',
  path: '/branding',
  access: 'public',
  summary: 'Title, university, credit line, logo and the name of the sign-in provider',
  replies: { 200: Branding },
})
