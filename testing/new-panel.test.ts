import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { guardedFolder } from './guarded.ts'
import { copyProject, follow, stepsOf } from './new-panel.ts'

const project = path.join(import.meta.dirname, '..')
const page = fs.readFileSync(path.join(project, 'docs/new-panel.md'), 'utf8')

// Compilers and two test runs take minutes beside other work: the timeout only ends what hangs.
const timeout = 1_200_000

test('docs/new-panel.md makes a panel with 7 new files and 6 changed ones that compiles, passes lint and works', {
  timeout,
}, async () => {
  const copy = guardedFolder('portal-panel-')
  copyProject(project, copy)
  const steps = stepsOf(page)
  const english = steps.filter(({ file }) => file.includes('/languages/en/'))
  // This test is not about the sentences of the other languages.
  const translated = english.flatMap((step) =>
    ['ckb', 'ar'].map((code) => ({ ...step, file: step.file.replace('/en/', `/${code}/`) })),
  )
  const inOtherWords = translated.map((step) => ({ ...step, below: 'export const people: Translated<typeof english> = {' }))
  const added = new Set(steps.filter(({ below }) => below === undefined).map((step) => follow(copy, step)))
  const changed = new Set(
    [...steps.filter(({ below }) => below !== undefined), ...inOtherWords].map((step) => follow(copy, step)),
  )
  expect([added.size, changed.size]).toEqual([7, 6])

  const run = async (command: string, ...args: string[]) => {
    const done = promisify(execFile)(process.execPath, [path.join(copy, 'node_modules', command), ...args], {
      cwd: copy,
      env: { ...process.env, NO_COLOR: '1' },
    })
    return done.then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  }
  const typescript = 'typescript/bin/tsc'
  expect(await run(typescript, '-p', 'tsconfig.json', '--noEmit')).toBe('')
  expect(await run(typescript, '-p', 'tsconfig.components.json', '--noEmit')).toBe('')
  expect(await run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...added, ...changed)).toBe('')
  const tests = ['server/rooms', 'server/http/access.test.ts', 'testing/rooms.test.ts', 'database/what-happens.test.ts']
  expect(await run('vitest/vitest.mjs', 'run', '--project', 'server', ...tests)).toBe('')
  expect(await run('vitest/vitest.mjs', 'run', '--project', 'components', 'web/rooms')).toBe('')
})
