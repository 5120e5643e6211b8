import path from 'node:path'
import { install } from './install.mjs'
import { project } from './project.mjs'
import { CannotStart, main } from './steps.mjs'

const usage =
  'Say what to do: npm run translations -- export [LANGUAGE] [FOLDER], or npm run translations -- import FILE [FILE…].'
const [command, ...args] = process.argv.slice(2)

await main(async () => {
  const isImport = command === 'import' && args.length > 0
  if (command !== 'export' && !isImport) throw new CannotStart(usage)
  await install({ everything: true })
  const { tsImport } = await import('tsx/esm/api')
  const { exportTranslations, importTranslations } = await tsImport('./translations/translations.ts', import.meta.url)
  const { isLanguage, languages } = await tsImport('../contract/languages/languages.ts', import.meta.url)

  if (isImport) return print(await importTranslations(args))
  const named = args.filter(isLanguage)
  const [folder = path.join(project, 'translations'), ...more] = args.filter((arg) => !isLanguage(arg))
  if (more.length > 0) throw new CannotStart(`The languages are ${languages.join(', ')}. ${usage}`)
  const chosen = named.length > 0 ? named : languages.filter((language) => language !== 'en')
  for (const file of await exportTranslations(chosen, folder)) console.log(`  ${path.relative(process.cwd(), file)}`)
})

function print({ problems, changes }) {
  if (problems.length > 0) throw new CannotStart(`${problems.join('\n')}\n\nNothing was changed. Problems: ${problems.length}.`)
  for (const { language, key, before = '(none)', after = '(none)' } of changes)
    console.log(`  ${language} ${key}\n    ${before}\n    -> ${after}`)
  console.log(
    changes.length === 0 ? '  Nothing changed.' : `\n  Changed texts: ${changes.length}. npm test shows that all is well.`,
  )
}
