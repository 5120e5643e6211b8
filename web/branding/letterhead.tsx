import type { ReactNode } from 'react'
import { useBranding } from './branding.ts'

/** The letterhead of a printed page, where no sidebar names the portal. */
export function Letterhead({ children }: { children?: ReactNode }) {
  const { portal_title, university_name, logo_url } = useBranding()
  return (
    <div className="hidden items-center gap-3 border-b border-brass pb-2 print:flex">
      <img src={logo_url} alt="" width="40" height="40" className="size-10 object-contain" />
      <div>
        <p className="font-serif leading-tight font-semibold">{university_name}</p>
        <p className="text-[0.8125rem] text-quiet">{portal_title}</p>
      </div>
      {children}
    </div>
  )
}
