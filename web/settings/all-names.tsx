import type { Translations } from '../../contract/fields.ts'
import { languageNames, translatedLanguages } from '../../contract/languages/languages.ts'

/** A name in English, and in each language in which the row has it. */
export function AllNames({ row }: { row: { name: string; names: Translations } }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-x-4">
      <bdi lang="en" className="font-medium">
        {row.name}
      </bdi>
      {translatedLanguages.map((language) => {
        const name = row.names[language]
        return (
          name && (
            <bdi key={language} lang={language} title={languageNames[language]} className="text-quiet">
              {name}
            </bdi>
          )
        )
      })}
    </div>
  )
}
