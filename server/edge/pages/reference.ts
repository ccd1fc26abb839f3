// The API reference at /docs: Scalar's page with our contract, served locally without external requests. The page's
// policy enforces that in the browser.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { PAGE_HEADERS, policy } from '../headers.ts'
import { CONTRACT_PATH } from '../openapi.ts'
import { FONT_FACES, FONT_FAMILY } from './fonts.ts'

const BUNDLE_URL = '/docs/assets/scalar-1.69.0.js'
const START_URL = '/docs/assets/start.js'
const YEAR_SECONDS = 365 * 24 * 3600

const REFERENCE_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': policy({
    'script-src': "'self'",
    // Scalar writes its style sheet and its widgets' styles into the page.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
  }),
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Samvad</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The contract itself is at <a href="${CONTRACT_PATH}">${CONTRACT_PATH}</a>.</noscript>
<div id="reference"></div>
<script src="${BUNDLE_URL}"></script>
<script src="${START_URL}"></script>
</body>
</html>
`

/** The console's fonts and accent; Scalar's own greys and colours have too little contrast (WCAG 1.4.3). */
const LOOK = `
${FONT_FACES}
:root { --scalar-font: ${FONT_FAMILY} }
.light-mode { --scalar-color-accent: #4a45c4; --scalar-color-2: #4d4d4d; --scalar-color-3: #636363; --scalar-color-blue: #005fa3; --scalar-color-green: #006b44; --scalar-color-orange: #a83a00; --scalar-color-red: #c00000; --scalar-color-yellow: #7a5c00; --scalar-color-purple: #5b3fc4 }
.dark-mode { --scalar-color-accent: #a5adf7; --scalar-color-2: #c4c4c4; --scalar-color-3: #a8a8a8; --scalar-color-red: #ff6b60 }
`

/** Disables every Scalar feature that contacts its vendor's servers or links there. */
const CONFIGURATION = {
  url: CONTRACT_PATH,
  // Requests from the page go to the installation that serves it, whatever the variable's default.
  servers: [{ url: '/' }],
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  customCss: LOOK,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

// Adds accessible names to its copy buttons and keyboard scrolling to its long lists.
const START = `Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION, null, 2)})
let isDue = false
function mendForKeyboards() {
  isDue = false
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0
}
new MutationObserver(() => {
  if (!isDue) setTimeout(mendForKeyboards, 200)
  isDue = true
}).observe(document.getElementById('reference'), { childList: true, subtree: true })
`

export function serveReference(server: FastifyInstance): void {
  let bundle: Promise<Buffer> | undefined
  server.get('/docs', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.headers(REFERENCE_PAGE_HEADERS).type('text/html; charset=utf-8').send(PAGE),
  )
  server.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
  server.get(START_URL, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  server.get(BUNDLE_URL, async (_request, reply) => {
    bundle ??= readBundle()
    // A failure is not cached: the next visitor triggers a retry.
    bundle.catch(() => {
      bundle = undefined
    })
    return reply
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('content-encoding', 'gzip')
      .type('text/javascript; charset=utf-8')
      .send(await bundle)
  })
}

/** In a separate thread that ends afterwards: the package is large, and loading it must not block sending. */
async function readBundle(): Promise<Buffer> {
  const worker = new Worker(new URL('reference-bundle.ts', import.meta.url))
  const [bytes] = (await once(worker, 'message')) as [Uint8Array]
  return Buffer.from(bytes)
}
