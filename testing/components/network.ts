type Respond = (request: Request, pass: () => Promise<Response>) => Response | Promise<Response>
type Interception = { matches: (request: Request) => boolean; respond: Respond }

const base = import.meta.env['VITE_API_BASE'] ?? ''
const interceptions: Interception[] = []
const realFetch = window.fetch.bind(window)

window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const [found] = interceptions.filter(({ matches }) => matches(request)).slice(-1)
  const pass = () => realFetch(input, init)
  return found ? found.respond(request, pass) : pass()
}

/**
 * Answers requests of the page in place of the server, for replies that a server does not give on demand: no network, a broken proxy, a
 * reply that is lost or late. The path is without its query; the last interception that matches counts. Returns how to end it.
 */
export function intercept(methods: string, path: string | RegExp, respond: Respond): () => void {
  const interception: Interception = {
    respond,
    matches: ({ method, url }) => {
      const { pathname } = new URL(url)
      const called = pathname.replace(base, '')
      const isApi = pathname.startsWith(`${base}/`)
      return isApi && methods.split(' ').includes(method) && (typeof path === 'string' ? called === path : path.test(called))
    },
  }
  interceptions.push(interception)
  return () => void interceptions.splice(interceptions.indexOf(interception), 1)
}

/** Fails as without a network: `intercept('GET', '/departments', noNetwork)`. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch')
}

/** A reply of the server, or of a proxy. */
export function replyWith(status: number, body: object | string = {}): Respond {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

export function restoreNetwork() {
  interceptions.length = 0
}
