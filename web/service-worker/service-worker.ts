import { pages } from '../../contract/pages.ts'
import { shareAddress } from '../../contract/sharing.ts'
import type { BuildFiles, ToWorker } from './messages.ts'
import { listenToSync } from './outbox.ts'
import { listenToPush } from './push.ts'
import { takeShare } from './share.ts'

/**
 * The service worker opens the portal without a network (docs/decisions/0053-installed.md). It stores the pages and files of one version,
 * its own, and nothing else: no reply of the API, no image, no upload. All other requests go to the network as if there were no worker,
 * but for the files that are shared into the portal, which it stores for the form of a posting.
 */
declare const self: ServiceWorkerGlobalScope
/** The build fills in this value (scripts/service-worker.ts). */
declare const build: BuildFiles

const cachePrefix = 'portal-'
const cacheName = cachePrefix + build.version
/** The time for which pages and files without a fingerprint wait for the network before the stored ones are shown. */
const patienceMs = 3000

const pagePaths: readonly string[] = Object.values(pages)
/** What a member opens without a network. Another page is stored when it is opened. */
const storedFirst: readonly string[] = [pages.login, pages.staffDashboard]
const plainFiles = new Set(build.plainFiles)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => event.waitUntil(answer(event)))
listenToPush()
listenToSync()
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.method === 'POST' && url.pathname === shareAddress) return event.respondWith(takeShare(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (pagePaths.includes(url.pathname)) event.respondWith(openPage(event, url.pathname))
  } else if (hasFingerprint(url)) event.respondWith(fromCacheFirst(event))
  else if (plainFiles.has(url.pathname)) event.respondWith(fromNetworkFirst(fetch(request), stored(url.pathname)))
})

/** Stores all files or none: if the server has moved on to another version meanwhile, the browser tries again with that one's worker. */
async function install() {
  try {
    await storeFiles([...build.files, ...build.plainFiles])
    await storePages()
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

/** Activates the worker when all pages that the former worker served are closed, so that no page needs its files any more. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix) && name !== cacheName) await caches.delete(name)
  await self.clients.claim()
}

async function answer(event: ExtendableMessageEvent) {
  const message = event.data as ToWorker
  // The pages are stored again in another language.
  if (message.type === 'store-pages') return void (await storePages().catch(() => undefined))
  // A page asks whether this waiting worker is of its own version.
  event.ports[0]?.postMessage(message.version === build.version)
}

/** Pages in the language of the moment, with the files they name: words, logo. */
async function storePages() {
  const cache = await caches.open(cacheName)
  for (const path of pagePaths) {
    if (!storedFirst.includes(path) && !(await cache.match(path, { ignoreVary: true }))) continue
    const response = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-cache' })
    const html = await response.clone().text()
    if (!isOwn(response, html)) throw new Error(`${path} is not a page of this version.`)
    await storeFiles(filesNamedIn(html))
    await cache.put(path, response)
  }
}

async function storePage(path: string, response: Response) {
  const html = await response.clone().text()
  if (!isOwn(response, html) || !(await isInUse())) return
  const cache = await caches.open(cacheName)
  await storeFiles(filesNamedIn(html))
  await cache.put(path, response)
}

function isOwn(response: Response, html: string): boolean {
  return response.status === 200 && !response.redirected && html.includes(`<meta name="build" content="${build.version}"`)
}

function filesNamedIn(html: string): string[] {
  const names = html.matchAll(/"(\/assets\/[^"]+|\/branding\/logo\?v=[^"]+)"/g)
  return [...new Set([...names].map(([, name = '']) => name))]
}

/** Stores files, a few at a time: the page has requests of its own. */
async function storeFiles(files: readonly string[]) {
  const cache = await caches.open(cacheName)
  const waiting = [...files]
  const next = async (): Promise<void> => {
    const file = waiting.shift()
    if (file === undefined) return
    if (await cache.match(file, { ignoreVary: true })) return next()
    // The former version may have the same file. A file without a fingerprint may have changed.
    const known = plainFiles.has(file) ? undefined : await stored(file).catch(() => undefined)
    const response = known ?? (await fetch(file))
    if (!response.ok) throw new Error(`${file}: ${response.status}`)
    await cache.put(file, response)
    return next()
  }
  await Promise.all([next(), next(), next()])
}

/** Opens a page from the network first, so that a reload shows the newest version, and a mistake in here locks no user out. */
async function openPage(event: FetchEvent, path: string): Promise<Response> {
  const network = fetch(event.request)
  event.waitUntil(network.then((response) => storePage(path, response.clone())).catch(() => undefined))
  // The scripts open every page from the address, whichever one they are in.
  const known = stored(path).catch(() => stored(pages.login))
  return fromNetworkFirst(network, known)
}

async function fromNetworkFirst(network: Promise<Response>, storedOne: Promise<Response>): Promise<Response> {
  const known = await storedOne.catch(() => undefined)
  if (!known) return network
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), patienceMs))
  // A status of 500 or more may come from a proxy, in place of a server that is down.
  const reply = network.then((response) => (response.status < 500 ? response : known))
  return Promise.race([reply, late]).catch(() => known)
}

/** Whether an address has a fingerprint: the content of such a file never changes. */
function hasFingerprint({ pathname, search }: URL): boolean {
  return pathname.startsWith('/assets/') || (pathname === '/branding/logo' && search.startsWith('?v='))
}

/** Answers from the cache of any version: an open page gets the files of its own, also when the server no longer has them. */
async function fromCacheFirst(event: FetchEvent): Promise<Response> {
  const { request } = event
  const known = await stored(request.url).catch(() => undefined)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keep(request.url, response.clone()))
  return response
}

async function keep(address: string, response: Response) {
  if (!(await isInUse())) return
  const cache = await caches.open(cacheName)
  await cache.put(address, response)
}

/**
 * Whether the cache still exists. Nothing is stored after a newer worker, or a portal without any, has deleted it: it would never be
 * deleted again.
 */
function isInUse(): Promise<boolean> {
  return caches.has(cacheName)
}

/** The stored response, whatever language or encoding was requested: there is one of each. */
async function stored(address: string): Promise<Response> {
  const isPage = pagePaths.includes(address)
  const found = await caches.match(address, { ignoreVary: true, ...(isPage ? { cacheName } : {}) })
  if (!found) throw new Error(`${address} is not stored.`)
  return found
}
