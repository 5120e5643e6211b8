import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { main, step } from './steps.mjs'

endWithParent()
await main(async () => {
  await install({ everything: true })
  await build()
  const { tsImport } = await import('tsx/esm/api')
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'browser' || first === '--browser') {
    const { benchBrowser } = await tsImport('../bench/browser.ts', import.meta.url)
    return benchBrowser(step)
  }
  if (first === 'documents') {
    const { benchDocuments } = await tsImport('../bench/documents.ts', import.meta.url)
    return benchDocuments(step)
  }
  if (first === 'forms') {
    const { benchForms } = await tsImport('../bench/forms.ts', import.meta.url)
    return benchForms(step)
  }
  if (first === 'check-in') {
    const { benchCheckIn } = await tsImport('../bench/check-in.ts', import.meta.url)
    return benchCheckIn(step)
  }
  const { bench } = await tsImport('../bench/bench.ts', import.meta.url)
  await bench(first === undefined ? [] : [first, ...rest], step)
})
