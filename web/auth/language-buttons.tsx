import { messages } from '../../contract/languages/catalogue.ts'
import { languageNames, languages } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language.ts'
import { chooseLanguage } from './account-language.ts'

/** Each language by its own name, so that it can be found without reading the current one. */
export function LanguageButtons() {
  const say = useSay()
  const current = useLanguage()
  return (
    <ul aria-label={say(messages.auth.language)} className="-mx-2 flex flex-wrap gap-1">
      {languages.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-pressed={language === current}
            onClick={() => void chooseLanguage(language)}
            className="min-h-8 cursor-pointer rounded-md px-2 text-quiet hover:bg-sunk hover:text-ink aria-pressed:font-medium aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-brass aria-pressed:decoration-2 aria-pressed:underline-offset-6"
          >
            {languageNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}
