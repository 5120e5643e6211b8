import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const project = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const pages = readdirSync(project, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|dist|data[^/]*)\//.test(file))
  .sort()

/** The anchors of a page, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('the documents', () => {
  test.each(pages)('%s links to pages, pictures and headings that exist', (page) => {
    const broken = [...read(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
      .map(([, target]) => target as string)
      .filter((target) => {
        const [file = '', anchor] = target.split('#')
        const linked = file === '' ? page : path.join(path.dirname(page), file)
        if (!existsSync(path.join(project, linked))) return true
        return anchor !== undefined && !anchorsOf(linked).includes(anchor)
      })
    expect(broken).toEqual([])
  })

  test('the README has at most 90 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
  })

  test('the index of decisions names every page once', () => {
    const index = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].map(([, file]) => file)
    const files = readdirSync(path.join(project, 'docs/decisions')).filter((file) => file !== 'README.md')
    expect(index.sort()).toEqual(files.sort())
  })

  test('the changelog begins with the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(/^## (\S+),/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  })

  test('every npm script is explained', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const texts = pages.map(read).join('\n')
    const unexplained = Object.keys(scripts).filter(
      (name) => !texts.includes(`npm run ${name}`) && !texts.includes(`npm ${name}`),
    )
    expect(unexplained).toEqual([])
  })
})
