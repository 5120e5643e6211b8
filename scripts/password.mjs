import { openDatabase } from './database.mjs'
import { CannotStart, main, step } from './steps.mjs'

const [username] = process.argv.slice(2)

await main(async () => {
  if (!username) throw new CannotStart('Say whose: npm run password -- USERNAME.')
  const { address, stop } = await openDatabase({ visit: true, needed: true })
  try {
    const { resetPassword } = await import('../dist/server/auth/reset-password.js')
    const { password, hadSecondFactor } = await step('Setting a new password', () => resetPassword(address, username))
    console.log(
      `\n  ${username} signs in with\n    ${password}\n  It is stored nowhere. The portal asks for a new one after the sign-in.`,
    )
    if (hadSecondFactor) console.log('  Their second factor is removed: passkeys, authenticator app and recovery codes.')
  } finally {
    await stop()
  }
})
