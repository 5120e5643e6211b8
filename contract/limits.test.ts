import { describe, expect, test } from 'vitest'
import {
  body,
  browser,
  database,
  formMemory,
  inFlight,
  job,
  mailTest,
  proxy,
  queues,
  rendering,
  socket,
  streams,
  wait,
} from './limits.ts'

/** The time of steps of which each may take the whole of its limit, one after the other. */
const sum = (...times: number[]) => times.reduce((total, time) => total + time, 0)
const { connect, statement, lock, silence } = database

describe('the inner limits, one after the other, are shorter than the outer one', () => {
  test.each([
    ['a call: a connection, then its statement', sum(connect, statement, silence), browser.call],
    ['a call: a connection for the session, another one, then a lock', sum(connect, connect, lock), browser.call],
    ['a deadlock: found by PostgreSQL after a second, before the lock is given up', 1000, lock],
    ['a change of many rows', sum(connect, database.long, silence), browser.long],
    ['the paper of one term', sum(connect, statement, wait.paper, job.usual), browser.long],
    ['the logo', sum(wait.logo, job.usual), browser.long],
    ['the record of a member', sum(wait.record, connect, database.record, job.record), browser.file],
    [
      'a form with files: the last of them begins at the end of the wait',
      sum(wait.form, job.usual, database.posting),
      proxy.silence,
    ],
    ['an import', sum(wait.import, job.usual, database.import), proxy.silence],
    ['a long file, until its first byte', sum(wait.longFile, database.long), proxy.silence],
    ['a page that has sent a form', proxy.silence, browser.afterUpload],
    ['a body that stalls at the proxy', proxy.body, browser.stalledUpload],
    ['a body that drips: it is refused, and its connection closed', sum(body.grace, body.check, body.linger), 30_000],
    ['a JSON document', body.longestJson, body.longestForm],
    ['a form', sum(body.longestForm, body.linger), socket.request],
    ['headers', socket.headers, proxy.headers],
    ['a silent connection', socket.silence, proxy.silence],
    ['a page that hears of notices: it is not silent', streams.heartbeat, socket.silence],
    ['the test of the mail server', sum(connect, statement, mailTest.connect, mailTest.greeting, mailTest.silence), browser.long],
  ])('%s', (_, inner, outer) => {
    expect(inner).toBeLessThan(outer)
  })
})

describe('what one person may use is well below what there is for all', () => {
  test.each<[string, number, number]>([
    ['requests', inFlight.perPerson * 4, inFlight.total],
    ['requests of one address', inFlight.perAddress * 2, inFlight.total],
    // Each call takes two connections where it reads beside its transaction.
    ['database connections', inFlight.atWorkPerPerson * 2 * 2, database.connections],
    ['memory of forms', formMemory.perPerson * 2, formMemory.total],
    ['seconds of the renderer', rendering.budget * 5, rendering.within],
    ['pages that hear of notices', streams.perPerson * 10, streams.total],
    ...Object.entries(queues).map(([name, { maxPerPerson, maxWaiting }]): [string, number, number] => [
      `places in the queue of ${name}`,
      maxPerPerson * 2,
      maxWaiting,
    ]),
  ])('%s', (_, ofOne, ofAll) => {
    expect(ofOne).toBeLessThanOrEqual(ofAll)
  })

  test('a form of the largest size fits', () => {
    expect(body.form).toBeLessThanOrEqual(formMemory.perPerson)
  })
})
