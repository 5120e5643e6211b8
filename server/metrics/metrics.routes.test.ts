import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

describe('/metrics', () => {
  test('counts requests by route and status with their durations, sign-ins, refusals, connections and delays', async () => {
    const staff = await portal.make.staff()
    await portal.signIn(staff)
    const caller = await portal.as(staff)
    await caller('GET', '/users')
    await portal.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: staff.username, password: `${testPassword}x` },
    })
    await caller('GET', `/users/id/${staff.id}`)
    const reply = await portal.app.inject({ url: '/metrics' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toContain('text/plain')
    for (const line of [
      'portal_request_seconds_count{method="GET",route="/users",status="403"} 1',
      'portal_sign_ins_total{result="accepted"} 1',
      'portal_sign_ins_total{result="refused"} 1',
      'portal_refusals_total{status="401"} 1',
      'portal_refusals_total{status="403"} 1',
      'portal_event_loop_delay_seconds{quantile="0.99"}',
      'portal_memory_bytes ',
      'portal_database_connections{state="',
      'portal_push_devices{what="subscribed"} 0',
      'portal_push_devices{what="outage"} 0',
    ])
      expect(reply.body).toContain(line)
    expect(reply.body).toContain('route="/users/id/:id"')
    expect(reply.body).not.toContain(`/users/id/${staff.id}`)
  })

  test('is for the local host only: from elsewhere, and through a proxy, it is a 404', async () => {
    expect((await portal.app.inject({ url: '/metrics', remoteAddress: '10.0.0.5' })).statusCode).toBe(404)
    expect((await portal.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.5' } })).statusCode).toBe(404)
    const open = await startPortal({ environment: { METRICS: 'everyone' } })
    try {
      expect((await open.app.inject({ url: '/metrics', remoteAddress: '10.0.0.5' })).statusCode).toBe(200)
    } finally {
      await open.stop()
    }
  })
})
