import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostViews } from '../../contract/limits.ts'
import type { SavedView, ViewContent } from '../../contract/views.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let [rana, dana]: [Caller, Caller] = [] as never
let [ranaUser, danaUser, headUser]: [MadeUser, MadeUser, MadeUser] = [] as never
let head: Caller
beforeAll(async () => {
  portal = await startPortal()
  ranaUser = await portal.make.admin({ name: 'Rana Wahid' })
  danaUser = await portal.make.admin({ name: 'Dana Salih' })
  headUser = await portal.make.head((await portal.make.department('Physics')).id)
  ;[rana, dana, head] = [await portal.as(ranaUser), await portal.as(danaUser), await portal.as(headUser)]
})
afterAll(() => portal.stop())

const content: ViewContent = {
  search: 'ali',
  filters: { department_id: '7,9', grade: 'A+' },
  sort: '-total',
  columns: ['title', 'fb', 'tp'],
}
let last = 0
async function save(call: Caller, more: object = {}): Promise<SavedView> {
  last += 1
  const reply = await call('POST', '/views', { panel: 'staff', name: `View ${last}`, is_shared: false, content, ...more })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().view
}
const list = async (call: Caller, panel = 'staff') => (await call('GET', `/views/${panel}`)).json()
const idsOf = async (call: Caller, panel = 'staff') => (await list(call, panel)).views.map(({ id }: SavedView) => id)

describe('a view', () => {
  test('is saved with search, filters, sorting and columns, and listed for its owner in its own list', async () => {
    const view = await save(rana, { name: '  Physics  only ' })
    expect(view).toEqual({
      id: expect.any(Number),
      name: 'Physics only',
      is_shared: false,
      is_own: true,
      owner_name: 'Rana Wahid',
      content,
      version: 1,
    })
    expect((await list(rana)).views).toContainEqual(view)
    expect(await idsOf(rana, 'users')).not.toContain(view.id)
  })

  test('of another person is not found, to read, change, delete, restore or open with', async () => {
    const { id } = await save(rana)
    expect(await idsOf(dana)).not.toContain(id)
    for (const call of [dana, head]) {
      expect((await call('PUT', `/views/${id}`, { name: 'Mine' })).statusCode).toBe(404)
      expect((await call('DELETE', `/views/${id}`)).statusCode).toBe(404)
      expect((await call('PUT', `/views/restore/${id}`)).statusCode).toBe(404)
      expect((await call('PUT', '/views/panels/staff', { opens_with: id })).statusCode).toBe(404)
    }
    expect(await idsOf(rana)).toContain(id)
  })

  test('for all administrators is changed and deleted by any of them, and taken back by its owner alone', async () => {
    const { id } = await save(rana, { is_shared: true })
    expect((await list(dana)).views).toContainEqual(expect.objectContaining({ id, is_own: false, owner_name: 'Rana Wahid' }))
    expect((await dana('PUT', `/views/${id}`, { name: 'Renamed by Dana', version: 1 })).json().view).toMatchObject({
      name: 'Renamed by Dana',
      content,
      version: 2,
    })
    const refused = await dana('PUT', `/views/${id}`, { is_shared: false })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'savedViews.onlyOwnerUnshares'])
    expect((await dana('DELETE', `/views/${id}`)).json()).toEqual({ message: 'View deleted' })
    expect(await idsOf(rana)).not.toContain(id)
    expect((await dana('PUT', `/views/restore/${id}`)).json().view).toMatchObject({ id, name: 'Renamed by Dana' })
    expect((await rana('PUT', `/views/${id}`, { is_shared: false })).statusCode).toBe(200)
    expect(await idsOf(dana)).not.toContain(id)
  })

  test('that another administrator saved meanwhile is not overwritten', async () => {
    const { id, version } = await save(rana, { is_shared: true })
    expect((await dana('PUT', `/views/${id}`, { content: { sort: 'name' }, version })).statusCode).toBe(200)
    const refused = await rana('PUT', `/views/${id}`, { content: {}, version })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'general.savedMeanwhile', conflict: { saved_by: 'Dana Salih' } })
    expect((await list(rana)).views.find((one: SavedView) => one.id === id)).toMatchObject({
      content: { sort: 'name' },
      version: 2,
    })
  })

  test('has a name of its own among those of its owner in the list', async () => {
    const { name, id } = await save(rana)
    for (const body of [{ panel: 'staff', name: name.toUpperCase(), is_shared: true, content: {} }]) {
      const refused = await rana('POST', '/views', body)
      expect([refused.statusCode, refused.json().errors[0]]).toEqual([
        409,
        expect.objectContaining({ field: 'name', code: 'savedViews.nameTaken' }),
      ])
    }
    await save(rana, { name, panel: 'users' })
    await save(dana, { name })
    await rana('DELETE', `/views/${id}`)
    await save(rana, { name })
    expect((await rana('PUT', `/views/restore/${id}`)).json().code).toBe('savedViews.nameTaken')
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a list that has no views', { panel: 'audit' }],
    ['a filter that is no text', { content: { filters: { grade: ['A'] } } }],
    ['a name of a filter that is none', { content: { filters: { 'x y': 'A' } } }],
    ['too many filters', { content: { filters: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((name) => [name, 'A'])) } }],
    ['columns that are no list', { content: { columns: 'tp' } }],
    ['a sorting that is none', { content: { sort: '--tp' } }],
    ['no content', { content: null }],
  ])('with %s is refused', async (_, more) => {
    const reply = await rana('POST', '/views', { panel: 'staff', name: 'Wrong', is_shared: false, content: {}, ...more })
    expect(reply.statusCode).toBe(400)
  })

  test('is saved once, however often the request is repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { panel: 'staff', name: 'Once', is_shared: false, content: {} }
    const replies = [await rana('POST', '/views', body, headers), await rana('POST', '/views', body, headers)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(new Set(replies.map((reply) => reply.json().view.id)).size).toBe(1)
  })

  test('beyond the limit of a person is refused, also if two are saved at once or one is restored', async () => {
    const owner = await portal.make.admin()
    const call = await portal.as(owner)
    const spare = await save(call)
    await call('DELETE', `/views/${spare.id}`)
    await portal.sql`insert into saved_views (owner_id, panel, name, content, updated_by)
      select ${owner.id}, 'staff', 'Many ' || n, '{}', ${owner.id} from generate_series(1, ${mostViews - 1}::int) n`
    const one = (name: string) => call('POST', '/views', { panel: 'users', name, is_shared: false, content: {} })
    const replies = await Promise.all([one('One'), one('Other')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect((await one('Third')).json().code).toBe('savedViews.tooMany')
    expect((await call('PUT', `/views/restore/${spare.id}`)).json().code).toBe('savedViews.tooMany')
  })

  test('that was deleted a day ago is gone with the next deletion, and one that is there is restored as it is', async () => {
    const [old, next] = [await save(rana), await save(rana)]
    await rana('DELETE', `/views/${old.id}`)
    await portal.sql`update saved_views set deleted_at = now() - interval '25 hours' where id = ${old.id}`
    await rana('DELETE', `/views/${next.id}`)
    expect((await rana('PUT', `/views/restore/${old.id}`)).statusCode).toBe(404)
    expect(await portal.sql`select from saved_views where id = ${old.id}`).toEqual([])
    for (const version of [3, 3]) expect((await rana('PUT', `/views/restore/${next.id}`)).json().view).toMatchObject({ version })
  })
})

describe('a head of department', () => {
  test('has own views of Staff, and none that administrators share', async () => {
    const shared = await save(rana, { is_shared: true })
    const own = await save(head)
    expect(await idsOf(head)).toEqual([own.id])
    expect((await head('PUT', `/views/${shared.id}`, { name: 'No' })).statusCode).toBe(404)
    expect((await head('PUT', `/views/${own.id}`, { is_shared: true })).statusCode).toBe(403)
    const body = { panel: 'staff', name: 'For all', is_shared: true, content: {} }
    expect((await head('POST', '/views', body)).statusCode).toBe(403)
  })

  test('has own views of the postings of the department, too', async () => {
    const { id } = await save(head, { panel: 'postings' })
    expect(await idsOf(head, 'postings')).toEqual([id])
  })

  test('has no views of the lists of administrators', async () => {
    expect((await head('GET', '/views/users')).statusCode).toBe(403)
    expect((await head('PUT', '/views/panels/users', { columns: [] })).statusCode).toBe(403)
    const body = { panel: 'users', name: 'Users', is_shared: false, content: {} }
    expect((await head('POST', '/views', body)).statusCode).toBe(403)
  })

  test('who was an administrator reaches neither what they shared nor their views of other lists', async () => {
    const former = await portal.make.admin()
    const call = await portal.as(former)
    const [shared, users] = [await save(call, { is_shared: true }), await save(call, { panel: 'users' })]
    await portal.sql`update users set role_id = 2 where id = ${former.id}`
    await portal.sql`update users set department_id = (select department_id from users where id = ${headUser.id}) where id = ${former.id}`
    await portal.sql`insert into department_heads (user_id, department_id, created_by)
      select id, department_id, id from users where id = ${former.id}`
    const asHead = await portal.as(former)
    expect(await idsOf(asHead)).toEqual([])
    expect((await asHead('DELETE', `/views/${shared.id}`)).statusCode).toBe(404)
    expect((await asHead('DELETE', `/views/${users.id}`)).statusCode).toBe(403)
    expect(await idsOf(rana)).toContain(shared.id)
  })
})

describe('what a person chose for a list', () => {
  const preferences = async (call: Caller, panel = 'staff') => {
    const { columns, opens_with } = await list(call, panel)
    return { columns, opens_with }
  }

  test('is theirs alone: the columns, and the view with which it opens', async () => {
    const { id } = await save(rana, { is_shared: true })
    expect(await preferences(dana)).toEqual({ columns: null, opens_with: null })
    expect((await dana('PUT', '/views/panels/staff', { columns: ['fb', 'tp'] })).json()).toEqual({
      columns: ['fb', 'tp'],
      opens_with: null,
    })
    expect((await dana('PUT', '/views/panels/staff', { opens_with: id })).json()).toEqual({
      columns: ['fb', 'tp'],
      opens_with: id,
    })
    expect(await preferences(dana)).toEqual({ columns: ['fb', 'tp'], opens_with: id })
    expect(await preferences(rana)).toEqual({ columns: null, opens_with: null })
    expect((await dana('PUT', '/views/panels/staff', { columns: null })).json()).toEqual({ columns: null, opens_with: id })
  })

  test('opens nothing once the view is deleted or not shared any more, and opens with it again after Undo', async () => {
    const { id } = await save(rana, { is_shared: true })
    await dana('PUT', '/views/panels/staff', { opens_with: id })
    await rana('DELETE', `/views/${id}`)
    expect((await preferences(dana)).opens_with).toBeNull()
    await rana('PUT', `/views/restore/${id}`)
    expect((await preferences(dana)).opens_with).toBe(id)
    await rana('PUT', `/views/${id}`, { is_shared: false })
    expect((await preferences(dana)).opens_with).toBeNull()
  })

  test('is not a view of another list', async () => {
    const { id } = await save(rana, { panel: 'users' })
    expect((await rana('PUT', '/views/panels/staff', { opens_with: id })).statusCode).toBe(404)
  })
})

test('a view is audited while it is for all administrators, and an own one is not', async () => {
  const own = await save(rana)
  await rana('PUT', `/views/${own.id}`, { name: 'Own and renamed' })
  const { id } = await save(rana, { name: 'For the dean', is_shared: true })
  await dana('PUT', `/views/${id}`, { content: { sort: 'name', columns: ['tp'] } })
  await dana('DELETE', `/views/${id}`)
  await dana('PUT', `/views/restore/${id}`)
  await rana('PUT', `/views/${id}`, { is_shared: false })
  await rana('PUT', `/views/${id}`, { name: 'Private by now' })
  const { records } = (await rana('GET', '/audit?subject=saved_view')).json()
  const about = (one: number) => records.filter(({ subject_id }: { subject_id: number }) => subject_id === one)
  expect(about(own.id)).toEqual([])
  expect(about(id)).toMatchObject([
    { kind: 'edited', actor_id: ranaUser.id, before: { is_shared: true }, after: { is_shared: false } },
    { kind: 'restored', actor_id: danaUser.id },
    { kind: 'removed', actor_id: danaUser.id },
    {
      kind: 'edited',
      actor_id: danaUser.id,
      before: { search: 'ali', filters: 'department_id=7,9 grade=A+', sort: '-total', columns: 'title, fb, tp' },
      after: { sort: 'name', columns: 'tp' },
    },
    { kind: 'added', actor_id: ranaUser.id, subject_name: 'For the dean' },
  ])
  expect((await rana('GET', '/audit.csv?subject=saved_view')).body).toContain('View For the dean added')
})
