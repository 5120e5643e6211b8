import type { ReactNode } from 'react'
import type { Branding } from '../../contract/branding.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { useSay } from '../language/language.ts'
import { LanguageButtons } from './language-buttons.tsx'

type Props = {
  branding: Branding
  /** The class that hides a language which is not offered; for the shell, in which the server fills it in. */
  hiddenLanguage?: (language: Language) => string
  children?: ReactNode
}

/** The login page around its form. The page's shell is this layout without the form. */
export function LoginLayout({ branding, hiddenLanguage, children }: Props) {
  const say = useSay()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)] lg:grid-rows-1">
      <header className="relative isolate flex flex-col justify-between gap-8 overflow-hidden bg-deep px-6 py-7 text-on-deep sm:px-10 lg:border-e lg:border-brass-bright/40 lg:p-14">
        <div aria-hidden="true" className="absolute inset-0 -z-20 bg-linear-to-br from-deep-raised to-transparent to-70%" />
        {/* The engraving is centred on the edge of the cover and fades towards the text, so that no line runs behind a letter. */}
        <img
          src="/engraving.svg"
          alt=""
          className="pointer-events-none absolute -end-44 -top-28 -z-10 size-88 max-w-none mask-l-from-50% mask-l-to-100% lg:end-0 lg:top-[32%] lg:size-[max(54rem,56vw)] lg:translate-x-1/2 lg:-translate-y-1/2 rtl:lg:-translate-x-1/2 rtl:mask-r-from-50% rtl:mask-r-to-100%"
        />
        <div className="flex items-center gap-4">
          <img src={branding.logo_url} alt="" width="52" height="52" className="size-11 shrink-0 object-contain lg:size-13" />
          <p className="max-w-64 font-serif text-lg leading-snug font-semibold text-balance lg:text-xl">
            {branding.university_name}
          </p>
        </div>
        <div className="max-w-lg xl:max-w-2xl">
          <div aria-hidden="true" className="mb-7 h-px w-16 bg-brass-bright max-lg:hidden" />
          <h1 className="text-[1.75rem] leading-[1.12] font-semibold tracking-[-0.01em] wrap-anywhere lg:text-[clamp(2.75rem,3.6vw+0.35rem,4.5rem)]">
            {branding.portal_title}
          </h1>
          <p className="mt-6 max-w-md text-balance text-on-deep-quiet max-lg:hidden lg:text-base">
            {say(messages.pages.purpose)}
          </p>
        </div>
      </header>

      <div className="flex flex-col px-6 sm:px-10">
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[22rem] grow flex-col pt-10 pb-6 sm:pt-[11dvh] lg:pt-[24dvh]"
        >
          {children}
        </main>
        <footer className="mx-auto flex w-full max-w-[22rem] flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3.5 text-sm text-quiet">
          <LanguageButtons offered={branding.languages} classOf={hiddenLanguage} />
          <bdi>{branding.footer_credit}</bdi>
        </footer>
      </div>
    </div>
  )
}
