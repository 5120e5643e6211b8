import { useId } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { type Language, languageNames } from '../../../contract/languages/languages.ts'
import { useBranding } from '../../branding/branding.ts'
import { useLanguage, useSay } from '../../language/language.ts'

/** The language of a document; undefined: that of the page. */
export type PaperLanguage = Language | undefined

type Props = {
  chosen: PaperLanguage
  onChoose: (language: Language) => void
  disabled?: boolean
  /** Whether the label stands above the select, as in a form. */
  showsLabel?: boolean
  className?: string
}

/** Selects the language of a document, beside the button that downloads it. */
export function PaperLanguagePicker({ chosen, onChoose, disabled, showsLabel = false, className = '' }: Props) {
  const say = useSay()
  const id = useId()
  const current = useLanguage()
  const { languages } = useBranding()
  if (languages.length < 2) return null
  return (
    <>
      <label htmlFor={id} className={showsLabel ? 'mb-1.5 block font-medium' : 'sr-only'}>
        {say(messages.statements.paperLanguage)}
      </label>
      <select
        id={id}
        value={chosen ?? current}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value as Language)}
        className={`min-h-10 max-sm:min-h-11 min-w-0 rounded-md border border-edge/70 bg-card px-3 max-sm:px-2.5 max-sm:text-[0.8125rem] hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1 ${className}`}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </>
  )
}
