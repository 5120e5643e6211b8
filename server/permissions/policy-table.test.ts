import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KindOfPerson, PolicyGroup } from '../../contract/policy-table.ts'
import { contractEndpoints } from '../../testing/endpoints.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { permissionsPage } from './permissions-page.ts'
import { policyTable } from './policy-table.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
})
afterAll(() => portal.stop())

const tableOf = async () => (await admin('GET', '/settings/policy')).json().groups as PolicyGroup[]
const scopesOf = (groups: readonly PolicyGroup[]) =>
  Object.fromEntries(groups.map(({ access, scopes }) => [access, Object.values(scopes).join(' ')]))

describe('the table of who may do what', () => {
  test('has every endpoint once, under the access that it declares', async () => {
    const groups = await tableOf()
    const listed = groups.flatMap(({ access, calls }) => calls.map(({ method, path }) => `${access} ${method} ${path}`))
    const declared = [...new Set((await contractEndpoints()).map(({ access, method, path }) => `${access} ${method} ${path}`))]
    expect(listed.toSorted()).toEqual(declared.toSorted())
  })

  test('says what the policy decides', async () => {
    // Nobody, member, delegate, head, dean, score keeper, reviewer, reader, administrator, and one who gives rights.
    expect(scopesOf(policyTable([], true))).toEqual({
      public: 'own own own own own own own own own own',
      'signing-in': 'own own own own own own own own own own',
      'signed-in': 'none own own own own own own own own own',
      staff: 'none own own own own own own own none none',
      'see-member': 'none own own department faculty everybody everybody everybody everybody everybody',
      'see-members': 'none none none department faculty everybody everybody everybody everybody everybody',
      review: 'none none lent department faculty none everybody none everybody everybody',
      lend: 'none none none department faculty none everybody none everybody everybody',
      'add-events': 'none none none department faculty none none none everybody everybody',
      score: 'none none none department faculty everybody none none everybody everybody',
      'read-all': 'none none none none none none none everybody everybody everybody',
      admin: 'none none none none none none none none everybody everybody',
      'give-rights': 'none none none none none none none none none everybody',
    })
    expect(scopesOf(policyTable([], false))['score']).toBe('none none none none none everybody none none everybody everybody')
  })

  test('is of this moment: what Settings choose is in it', async () => {
    const ofScoring = async (kind: KindOfPerson) => (await tableOf()).find(({ access }) => access === 'score')?.scopes[kind]
    expect([await ofScoring('head'), await ofScoring('dean')]).toEqual(['none', 'none'])
    const { version: _, ...stored } = (await admin('GET', '/settings')).json().settings
    await admin('PUT', '/settings', { ...stored, heads_may_score: true })
    expect([await ofScoring('head'), await ofScoring('dean')]).toEqual(['department', 'faculty'])
  })

  test('is for administrators', async () => {
    const head = await portal.as(await portal.make.head((await portal.make.department()).id))
    expect((await head('GET', '/settings/policy')).statusCode).toBe(403)
  })
})

test('docs/permissions.md is the same table: vitest --update writes it', async () => {
  await expect(permissionsPage(portal.app.declaredEndpoints)).toMatchFileSnapshot('../../docs/permissions.md')
})
