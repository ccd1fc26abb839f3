// Caches the console's page, scripts and styles, which are the same for everybody, to show something while the server
// is unreachable. Requests go to the server first, so nobody sees an outdated build.

/** The build of this worker, inserted at build time: `script` is the entry script of its page. */
declare const SHELL: { script: string; files: readonly string[] }
const { script, files } = SHELL

const PAGE = '/console/'
const OURS = 'samvad-shell '
const CACHE = OURS + script
/** Status codes of a proxy whose server is down. */
const AWAY: readonly number[] = [502, 503, 504]

/** All or nothing: an interrupted update is restarted at the next update check. */
export async function keepShell(): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' })
    // During an update the page may be of another build.
    if (!page.ok || !(await page.clone().text()).includes(`"${script}"`)) throw new Error('another build')
    await cache.addAll(files)
    await cache.put(PAGE, page)
  } catch (error) {
    await caches.delete(CACHE)
    throw error
  }
}

/** Deletes caches of earlier workers, and announces the current build to the pages. */
export async function takeOver({ clients, registration }: ServiceWorkerGlobalScope): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name)
  // Safari has had it since 16.4 only.
  await registration.navigationPreload?.enable()
  await clients.claim()
  for (const client of await clients.matchAll({ type: 'window' })) client.postMessage({ kind: 'build', script })
}

/** Below the console, but none of its routes and files. */
export const isPage = (path: string): boolean =>
  path.startsWith(PAGE) && !/^\/console\/((api|session|sessions|password_reset|assets)(\/|$)|[^/]+\.\w+$)/.test(path)

export const isPart = (path: string): boolean => files.includes(path)

export async function pageOf({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const answer: Response | null = await preloadResponse
    .then((preloaded: Response | undefined) => preloaded ?? fetch(request))
    .catch(() => null)
  if (answer && !AWAY.includes(answer.status)) return answer
  return (await keptOf(PAGE)) ?? answer ?? Response.error()
}

/** The network and the browser's own cache are tried first; this cache has files that the browser evicted. */
export async function partOf(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer?.ok) return answer
  return (await keptOf(request)) ?? answer ?? Response.error()
}

async function keptOf(what: RequestInfo): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(what)
}
