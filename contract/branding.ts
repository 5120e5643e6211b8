import { z } from 'zod'

export const Branding = z.object({
  portal_title: z.string(),
  university_name: z.string(),
  footer_credit: z.string(),
  logo_url: z.string(),
})
export type Branding = z.infer<typeof Branding>
