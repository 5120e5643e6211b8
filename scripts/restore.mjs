import { openDatabase, printRowCounts } from './database.mjs'
import { CannotStart, main, step } from './steps.mjs'

const [file] = process.argv.slice(2)

await main(async () => {
  if (!file) throw new CannotStart('Say which: npm run restore -- FILE.')
  const { address, stop, backup, key } = await openDatabase({ visit: false, needed: true })
  try {
    printRowCounts('Restored', await backup.restore(address, file, step, key))
  } finally {
    await stop()
  }
})
