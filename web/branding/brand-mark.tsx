import type { Branding } from '../../contract/branding.ts'

/** Logo, portal title and university, at the top of a dashboard. */
export function BrandMark({ branding }: { branding: Branding }) {
  const { portal_title, short_title, university_name, logo_url } = branding
  return (
    <div className="flex min-w-0 items-center gap-3">
      <img src={logo_url} alt="" width="38" height="38" className="size-9.5 shrink-0 object-contain" />
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-3 text-as-around font-serif leading-tight font-semibold text-balance text-on-deep">
          {short_title === portal_title ? (
            portal_title
          ) : (
            <>
              <span className="lg:hidden">{short_title}</span>
              <span className="max-lg:hidden">{portal_title}</span>
            </>
          )}
        </p>
        <p
          dir="auto"
          className="mt-1 line-clamp-2 text-as-around text-[0.8125rem] leading-tight text-balance text-on-deep-quiet empty:hidden max-lg:hidden"
        >
          {university_name}
        </p>
      </div>
    </div>
  )
}
