import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { main, step } from './steps.mjs'

endWithParent()
await main(async () => {
  await install({ everything: true })
  await build()
  const { tsImport } = await import('tsx/esm/api')
  const { bench } = await tsImport('../bench/bench.ts', import.meta.url)
  await bench(process.argv.slice(2), step)
})
