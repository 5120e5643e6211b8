import { messages } from '../../contract/languages/catalogue.ts'
import { type Language, languageNames } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { chooseLanguage } from './account-language.ts'

type Props = { offered: readonly Language[]; classOf?: ((language: Language) => string) | undefined }

/** Each language by its own name, so that it can be found without reading the current one. */
export function LanguageButtons({ offered, classOf }: Props) {
  const say = useSay()
  const current = useLanguage()
  // A single language leaves nothing to choose from; the element stays, so that the line beside it keeps its place.
  if (offered.length < 2) return <span />
  return (
    <ul aria-label={say(messages.auth.language)} className="-mx-2 flex flex-wrap gap-1">
      {offered.map((language) => (
        <li key={language} className={classOf?.(language)}>
          <button
            type="button"
            lang={language}
            aria-pressed={language === current}
            onClick={() => void chooseLanguage(language)}
            // In another script the font of the system: the portal's own would be 40 kB for one word.
            className="not-aria-pressed:font-[system-ui] min-h-8 max-sm:min-h-11 cursor-pointer rounded-md px-2 text-quiet hover:bg-sunk hover:text-ink aria-pressed:font-medium aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-brass aria-pressed:decoration-2 aria-pressed:underline-offset-6"
          >
            {languageNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}
