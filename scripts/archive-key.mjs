import { openDatabase } from './database.mjs'
import { main, step } from './steps.mjs'

await main(async () => {
  const { address, stop } = await openDatabase({ visit: true, needed: true })
  try {
    const { rotateKey } = await import('../dist/server/results/archive-keys.js')
    const publicKey = await step('Making a new key for archives', () => rotateKey(address))
    console.log(`\n  Archives are signed with it from now on. Its public key:\n\n${publicKey}`)
    console.log('  The keys before it are still listed at /archive-keys, and still confirm the archives that they signed.')
  } finally {
    await stop()
  }
})
