import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { project } from './project.mjs'
import { main, step } from './steps.mjs'

endWithParent()
await main(async () => {
  await install({ everything: false })
  await build()
  const { defaultDataDir } = await import('../dist/database/embedded.js')
  const { serve } = await import('../dist/server/main.js')
  const DATA_DIR = process.env.DATA_DIR || defaultDataDir(project, 'data-demo')
  await serve({ ...process.env, DATA_DIR }, step, { demo: true })
})
