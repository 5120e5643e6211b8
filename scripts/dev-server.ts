import { serve } from '../server/main.ts'

try {
  await serve(process.env, (_name, work) => work())
} catch (error) {
  console.error(error instanceof Error && error.name === 'CannotStart' ? error.message : error)
  process.exitCode = 1
}
