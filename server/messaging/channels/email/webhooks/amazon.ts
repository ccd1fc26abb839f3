// Calls to Amazon SNS: for its signing certificates, and to confirm a subscription.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { Remembered } from '#kit/remembered.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
/** A new certificate is published at another URL before the old one expires. */
const CERTIFICATES_KEPT_MS = 3600 * 1000
const CERTIFICATES_MAX = 50

export interface Amazon {
  /** In PEM. Rejects when it cannot be fetched now. */
  certificateAt(url: URL): Promise<string>
  confirm(url: URL): Promise<void>
}

export function createAmazon(app: App): Amazon {
  const certificates = new Remembered<string>((url) => call(app, new URL(url)), {
    keptMs: CERTIFICATES_KEPT_MS,
    keysMax: CERTIFICATES_MAX,
  })
  return {
    certificateAt: async (url) => certificates.get(url.href),
    async confirm(url) {
      await call(app, url)
    },
  }
}

/** Redirects are not followed: only the given address was checked. */
async function call(app: App, url: URL): Promise<string> {
  await mustNotBeFenced(app)
  return withinDeadline({ of: 'call', name: 'amazon_sns', ms: TIMEOUT_MS }, (signal) => get(app, url, signal))
}

async function get(app: App, { pathname, search, origin }: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${app.settings.snsUrl ?? origin}${pathname}${search}`, {
    redirect: 'error',
    signal,
  })
  const text = await limited(response)
  if (!response.ok) throw new Error(`Amazon SNS answered with ${response.status}`)
  return text
}

async function limited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('Amazon SNS answered with more than belongs into an answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
