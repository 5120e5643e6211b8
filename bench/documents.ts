import type { Step } from '../database/embedded.ts'
import { memoryOfEach, openStage, type Server, signInPeople } from './stage.ts'

/** The sizes of the databases, with 25 postings per member. */
const sizes = [
  { staff: 200, postings: 5000 },
  { staff: 2000, postings: 50_000 },
]
const samplingMs = 100

/** The long documents of a term, for ten times as many members: seconds, and the most memory that the server and its child process had. */
export async function benchDocuments(step: Step) {
  const stage = await openStage({ profile: false }, step)
  try {
    const rows: Record<string, unknown>[] = []
    for (const size of sizes) {
      const server = await stage.portal(size)
      const { admin } = await signInPeople(server, { ...size, staff: 1 })
      const call = (method: string, path: string) =>
        fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { cookie: admin.cookie } })
      const { terms } = (await (await call('GET', '/terms')).json()) as { terms: { id: number; is_current: boolean }[] }
      const id = terms.find(({ is_current }) => is_current)?.id
      const measured = async (document: string, path: string) => {
        const row = await step(`${document} of ${size.staff} members`, () => measure(server, () => call('GET', path)))
        rows.push({ document, members: size.staff, ...row })
      }
      await measured('report', `/results/report?term_id=${id}`)
      await measured('statements', `/results/statements?term_id=${id}`)
      await measured('the same again', `/results/statements?term_id=${id}`)
      const closed = await call('PUT', `/terms/close/${id}`)
      if (!closed.ok) throw new Error(`The term cannot be closed: ${await closed.text()}`)
      await measured('archive', `/results/archive?term_id=${id}`)
      await stage.stopServers()
    }
    console.table(rows)
  } finally {
    await stage.close()
  }
}

async function measure(server: Server, ask: () => Promise<Response>) {
  const most = { server: 0, child: 0 }
  const sampling = setInterval(() => {
    const [own, ...others] = memoryOfEach(server)
    most.server = Math.max(most.server, own)
    most.child = Math.max(most.child, ...others)
  }, samplingMs)
  const begin = performance.now()
  try {
    const reply = await ask()
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`)
    const first = performance.now()
    let bytes = 0
    if (reply.body) for await (const chunk of reply.body) bytes += chunk.length
    return {
      'first byte, s': ((first - begin) / 1000).toFixed(1),
      'all, s': ((performance.now() - begin) / 1000).toFixed(1),
      MB: (bytes / 1e6).toFixed(1),
      'server, MB': Math.round(most.server),
      'child, MB': Math.round(most.child),
    }
  } finally {
    clearInterval(sampling)
  }
}
