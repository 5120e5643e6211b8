import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HandbookPageReply, handbookPageNames, handbookPages } from '../../contract/handbook.ts'
import { catalogues } from '../../contract/languages/catalogues.ts'
import { problemsIn } from '../../contract/languages/checks.ts'
import { languages } from '../../contract/languages/languages.ts'
import { leavesOf } from '../../contract/languages/leaves.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { pagesIn } from './handbook.ts'
import { blocksOf, labelsIn } from './page-text.ts'

describe('the pages', () => {
  test.each(languages)('in %s name only sentences without values that the catalogue has', (language) => {
    const leaves = new Map(leavesOf(catalogues[language]))
    const wrong = handbookPageNames.flatMap((page) =>
      labelsIn(pagesIn[language][page]).filter((key) => {
        const leaf = leaves.get(key)
        return typeof leaf !== 'string' || leaf.includes('{')
      }),
    )
    expect(wrong).toEqual([])
  })

  test.each(languages)('in %s have the same blocks and name the same sentences as in English', (language) => {
    const shapeOf = (of: (typeof languages)[number], page: (typeof handbookPageNames)[number]) => ({
      page,
      labels: labelsIn(pagesIn[of][page]).toSorted(),
      kinds: blocksOf(({ key }) => key, pagesIn[of][page]).map(({ kind }) => kind),
    })
    for (const page of handbookPageNames) expect(shapeOf(language, page)).toEqual(shapeOf('en', page))
  })

  test.each(languages)('in %s have headings of one line', (language) => {
    const headings = handbookPageNames.flatMap((page) =>
      blocksOf(({ key }) => key, pagesIn[language][page]).filter(({ kind }) => kind === 'heading'),
    )
    expect(headings.length).toBeGreaterThan(10)
    for (const { spans } of headings) expect(spans.map(({ text }) => text).join('').length).toBeLessThan(60)
  })

  test.each(languages)('in %s follow the rules of its letters', (language) => {
    const texts = (of: (typeof languages)[number]) =>
      handbookPageNames.flatMap((page) => {
        const content = pagesIn[of][page]
        const blocks = blocksOf(({ key }) => `\u2066${key.replaceAll('.', ' ')}\u2069`, content)
        return [content.title, ...blocks.map(({ spans }) => spans.map(({ text }) => text).join(''))].map(
          (text, index) => [`${page}.${index}`, text] as const,
        )
      })
    const english = new Map(texts('en'))
    // The names of buttons end with marks of their own, so the rule about the end of a sentence says nothing here.
    const problems = problemsIn(language, new Map(texts(language)), english).filter(
      ({ problem }) => !/another mark/.test(problem),
    )
    expect(problems).toEqual([])
  })
})

describe('a reader', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())

  const pagesOf = (right: string) => handbookPageNames.filter((page) => handbookPages[page] === right)
  const named = (reply: { json: () => { pages: HandbookPageReply[] } }) => reply.json().pages.map(({ page }) => page)

  test('is sent the pages of their own rights, and nothing of the others', async () => {
    const { id } = await portal.make.department()
    const admin = await (await portal.as(await portal.make.admin()))('GET', '/handbook')
    expect(named(admin)).toEqual(handbookPageNames)
    const head = await (await portal.as(await portal.make.head(id)))('GET', '/handbook')
    expect(named(head)).toEqual(handbookPageNames.filter((page) => handbookPages[page] !== 'admin'))
    const member = await (await portal.as(await portal.make.staff()))('GET', '/handbook')
    expect(named(member)).toEqual(pagesOf('signed-in'))
    expect(member.body).not.toContain('BACKUP_KEY')
    expect(admin.body).toContain('BACKUP_KEY')
  })

  test('of lent reviews reads about what waits and reviewing, and not about members or delegating', async () => {
    const { id } = await portal.make.department()
    const [head, delegate] = [await portal.make.head(id), await portal.make.staff()]
    await portal.make.delegation(head, delegate)
    const reply = await (await portal.as(delegate))('GET', '/handbook')
    expect(named(reply)).toEqual([...pagesOf('signed-in'), 'inbox', 'reviewing'])
  })

  test('reads in their own language, or in the one that they ask for, with the labels of the screen', async () => {
    const member = await portal.as(await portal.make.staff())
    const { pages } = (await member('GET', '/handbook?language=ckb')).json()
    expect(pages[0].title).toBe('چوونەژوورەوە')
    const labels = pages.flatMap((page: HandbookPageReply) =>
      page.blocks.flatMap(({ spans }) => spans.filter(({ is_label }) => is_label).map(({ text }) => text)),
    )
    expect(labels).toContain(catalogues.ckb.postedActivities.post)
    const arabic = (await member('GET', '/handbook', undefined, { 'accept-language': 'ar' })).json()
    expect(arabic.pages[0].title).toBe('تسجيل الدخول')
  })

  test('downloads the same pages as PDF', async () => {
    const member = await portal.as(await portal.make.staff())
    const reply = await member('GET', '/handbook/pdf')
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([200, 'attachment; filename="handbook.pdf"'])
    const { pages } = readPdf(reply.rawPayload)
    const text = Array.from({ length: pages }, (_, index) => readPdf(reply.rawPayload, index + 1).text).join('\n')
    expect(text).toContain('Posting an activity')
    expect(text).toContain('“Post Activity”')
    expect(text).not.toContain('Closing, results and reopening')
  })

  test('downloads them in Kurdish with the numbers of the steps in the direction of the text', async () => {
    const member = await portal.as(await portal.make.staff())
    const { placed } = readPdf((await member('GET', '/handbook/pdf?language=ckb')).rawPayload, 1)
    const [number] = placed.filter(({ text }) => text === '1')
    const stop = placed.find(({ text, x, y }) => text === '.' && y === number?.y && Math.abs(x - number.x) < 6)
    expect(stop?.x).toBeLessThan(number?.x ?? 0)
  })

  test('gets the picture of a page that they may read', async () => {
    const url = '/handbook/pictures/en/users.png'
    const admin = await (await portal.as(await portal.make.admin()))('GET', url)
    expect([admin.statusCode, admin.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await (await portal.as(await portal.make.staff()))('GET', url)).statusCode).toBe(404)
  })
})
