import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { main, step } from './steps.mjs'

endWithParent()
await main(async () => {
  await install({ everything: false })
  await build()
  const { serve } = await import('../dist/server/main.js')
  await serve(process.env, step)
})
