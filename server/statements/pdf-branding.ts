import type { Branding } from '../../contract/branding.ts'
import type { Brandings } from '../branding/branding.ts'

export interface PdfBranding {
  portalTitle: string
  universityName: string
  /** A PNG or JPEG, the formats that a PDF supports, as a data URL: pdfkit then stores it once, however many pages show it. */
  logo: string | undefined
  /** Renders the portal's own shield if the university has set no logo. */
  ownShield: boolean
}

/** The names and the logo at the head of a PDF. It takes no SVG and no WebP; without a logo it has the portal's own shield. */
export async function pdfBranding(brandings: Brandings, { portal_title, university_name }: Branding): Promise<PdfBranding> {
  const logo = await brandings.logo()
  const isSupported = logo && /^image\/(png|jpeg)$/.test(logo.type)
  return {
    portalTitle: portal_title,
    universityName: university_name,
    logo: isSupported ? `data:${logo.type};base64,${Buffer.from(logo.image).toString('base64')}` : undefined,
    ownShield: logo === undefined,
  }
}
