// The page's side of the console's service worker (console/worker). Without a worker (in a private window, on a host
// name without https, after an incomplete download) everything works except showing the page while the server is
// unreachable, and push.

import { noteNewBuild } from './stale.ts'

type Told = { kind: 'build'; script: string } | { kind: 'go'; path: string } | { kind: 'where' }

const SCRIPT = '/console/worker.js'
const SCOPE = '/console/'

/** Browsers provide it on secure origins only. */
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined

/** Called once when the page starts; `go` opens a page chosen in a notification. */
export function startWorker(go: (path: string) => void): void {
  const container = workers()
  if (!container || !import.meta.env.PROD) return
  container.addEventListener('message', ({ data, ports }: MessageEvent<Told>) => {
    if (data.kind === 'go') go(data.path)
    else if (data.kind === 'where') ports[0]?.postMessage(whereThisIs())
    else if (data.script !== ownScript()) noteNewBuild()
  })
  // Registered after the page's own requests.
  const register = () =>
    void container.register(SCRIPT, { scope: SCOPE, updateViaCache: 'none' }).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/** The page's location, and whether it has the focus. */
const whereThisIs = () => ({ path: location.pathname + location.search, isFocused: document.hasFocus() })

/** The script with which this page was loaded; each build has another one. */
const ownScript = (): string | null | undefined =>
  document.querySelector('script[type=module][src]')?.getAttribute('src')

/** Null when there is none, or not yet. */
export async function workerHere(): Promise<ServiceWorkerRegistration | null> {
  return (
    (await workers()
      ?.getRegistration(SCOPE)
      .catch(() => undefined)) ?? null
  )
}

/** Checks whether the server has a newer worker, and with it a newer build. */
export async function lookForUpdate(): Promise<void> {
  await (await workerHere())?.update().catch(() => undefined)
}
