import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circular, type Import, importsIn } from './rooms.ts'

const root = join(import.meta.dirname, '..')

/** The floors of web/, from the bottom up. */
const floors = ['technical', 'entities', 'panels', 'frame'] as const

/** The bottom floor, in which there is no domain word. */
const technical = [
  'branding',
  'drafts',
  'forms',
  'http',
  'language',
  'last-seen',
  'lists',
  'outbox',
  'routing',
  'service-worker',
  'session',
  'sharing',
  'storage',
  'ui',
].map((folder) => `web/${folder}`)

/** The top floor: entry points, and the choice of the open panel. */
const frame = ['web', 'web/dashboards']

function floorOf(room: string): (typeof floors)[number] {
  if (technical.includes(room)) return 'technical'
  if (room.startsWith('web/entities/')) return 'entities'
  return frame.includes(room) ? 'frame' : 'panels'
}

/** The room of a file: a folder of server/ or web/; in web/entities/ each folder. The files beside these folders are one room. */
function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  return folders.slice(0, folders[1] === 'entities' ? 3 : 2).join('/')
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}

function importsWithin(folder: string): Import[] {
  return filesIn(folder)
    .flatMap((file) => importsIn(file, readFileSync(join(root, file), 'utf8')))
    .filter(({ to }) => to.startsWith(`${folder}/`))
}

function described(imports: readonly Import[]): string[] {
  return imports.map(({ from, to }) => `${from} imports ${to}`)
}

// Entry points are left out, because they import everything.
test.each(['web', 'server'])('the folders of %s/ do not import each other in a circle', (folder) => {
  const imports = importsWithin(folder).filter(({ from }) => roomOf(from) !== folder)
  expect(imports).not.toEqual([])
  expect(described(circular(imports, roomOf))).toEqual([])
})

describe('web/ has floors', () => {
  const imports = importsWithin('web').filter(({ from, to }) => roomOf(from) !== roomOf(to))
  const level = (file: string) => floors.indexOf(floorOf(roomOf(file)))

  test('nothing imports upwards', () => {
    expect(described(imports.filter(({ from, to }) => level(to) > level(from)))).toEqual([])
  })

  test('no panel imports another panel', () => {
    const isPanel = (file: string) => floorOf(roomOf(file)) === 'panels'
    expect(described(imports.filter(({ from, to }) => isPanel(from) && isPanel(to)))).toEqual([])
  })

  test('every folder of the bottom floor exists', () => {
    expect([...new Set(filesIn('web').map(roomOf))]).toEqual(expect.arrayContaining(technical))
  })
})

describe('the check itself', () => {
  test('finds static and dynamic imports, those of types, and those of a module without names', () => {
    const code = `
      import { useQuery } from '@tanstack/react-query'
      import {
        call,
        type Reply,
      } from '../http/api.ts'
      import type { Term } from './terms.ts'
      import './styles.css'
      import page from '../index.html?raw'
      export { other } from "../other.ts"
      const Dialog = lazyComponent(() => import('../users/dialog.tsx'), 'Dialog')
      type Path = ReturnType<typeof import('./deep/path.ts').usePath>`
    expect(importsIn('web/terms/panel.tsx', code).map(({ to }) => to)).toEqual([
      'web/http/api.ts',
      'web/terms/terms.ts',
      'web/terms/styles.css',
      'web/index.html',
      'web/other.ts',
      'web/users/dialog.tsx',
      'web/terms/deep/path.ts',
    ])
  })

  test('names the imports of a circle, however long it is, and no others', () => {
    const arrow = (text: string): Import => ({ from: `web/${text.split(' ')[0]}`, to: `web/${text.split(' ')[1]}` })
    const circle = ['a/1.ts b/1.ts', 'a/2.ts b/2.ts', 'b/1.ts c/1.ts', 'c/2.ts a/1.ts'].map(arrow)
    const others = ['a/1.ts a/2.ts', 'a/2.ts a/1.ts', 'd/1.ts a/1.ts', 'c/1.ts e/1.ts', 'd/1.ts e/1.ts'].map(arrow)
    expect(circular([...others, ...circle], roomOf)).toEqual(circle)
    expect(circular(others, roomOf)).toEqual([])
  })
})
