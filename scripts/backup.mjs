import { openDatabase, printRowCounts } from './database.mjs'
import { CannotStart, main, step } from './steps.mjs'

const args = process.argv.slice(2)
const [file] = args.filter((argument) => argument !== '--verify')

await main(async () => {
  if (!file) throw new CannotStart('Say where: npm run backup -- FILE, or npm run backup -- --verify FILE.')
  const { address, stop, backup, key } = await openDatabase({ visit: true, needed: !args.includes('--verify') })
  try {
    if (args.includes('--verify')) {
      const { header, counts } = await backup.verifyBackup(file, step, key)
      printRowCounts(`${file} is whole${key ? ', its signature right' : ''}; it was made ${header.created_at} and holds`, counts)
    } else {
      printRowCounts(`${file} holds`, await backup.backUp(address, file, step, key))
    }
  } finally {
    await stop()
  }
})
