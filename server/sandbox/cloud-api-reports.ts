// What the sandbox's Cloud API reports of messages: as Meta does by webhooks, several in one, signed with the app
// secret and sent to the address of the organization's account; tried again for a while when they are not taken.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { signature } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { seconds } from '#kit/wire.ts'
import { createCallbacks } from '#messaging/channels/accounts/callback.ts'
import {
  SANDBOX_BUSINESS_ACCOUNT_ID,
  SANDBOX_PHONE_NUMBER_ID,
  sandboxAppSecrets,
  sandboxCalledBack,
} from '#messaging/channels/app/sandbox-account.ts'

/** So long others are waited for that go with them. */
const GATHER_MS = 20
/** Of one webhook. Meta sends up to a thousand. */
const STATUSES_MAX = 500
/** Beyond this nothing more is reported of an organization until some are taken: it is a sandbox. */
const WAITING_MAX = 20_000
const TIMEOUT_MS = 10_000
const TRIES_AFTER_MS = [200, 1000, 5000, 20_000, 60_000]

export interface ReportedMessage {
  /** As it was answered with. */
  id: string
  to: string
  /** What came with it, to be given back. */
  ours: string | undefined
  /** By default it arrived and was read. */
  statuses?: readonly ReportedStatus[]
}

export type ReportedStatus = 'sent' | 'delivered' | 'read' | { failed: number }

export interface CloudApiReports {
  arrived(organizationId: Uuid, message: ReportedMessage): void
  close(): void
}

const ARRIVED: readonly ReportedStatus[] = ['sent', 'delivered', 'read']

export function createCloudApiReports(app: App): CloudApiReports {
  const waiting = new Map<Uuid, object[]>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  function later(ms: number, work: () => Promise<void>): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, ms)
    timers.add(timer)
  }

  async function flush(organizationId: Uuid): Promise<void> {
    const all = waiting.get(organizationId) ?? []
    waiting.delete(organizationId)
    for (let from = 0; from < all.length; from += STATUSES_MAX)
      await tell(organizationId, all.slice(from, from + STATUSES_MAX), 0)
  }

  async function tell(organizationId: Uuid, statuses: object[], tries: number): Promise<void> {
    if (isClosed) return
    const fault = await post(app, organizationId, bodyOf(statuses)).catch((error: Error) => error)
    if (fault === null) return
    const waitMs = TRIES_AFTER_MS[tries]
    if (waitMs === undefined)
      app.log.warn({ err: fault, organization_id: organizationId }, 'the sandbox could not report of app messages')
    else later(waitMs, () => tell(organizationId, statuses, tries + 1))
  }

  return {
    arrived(organizationId, message) {
      const all = waiting.get(organizationId)
      const statuses = statusesOf(message, seconds(app.clock()))
      if (!all) {
        waiting.set(organizationId, statuses)
        later(GATHER_MS, () => flush(organizationId))
      } else if (all.length < WAITING_MAX) all.push(...statuses)
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const statusesOf = ({ id, to, ours, statuses = ARRIVED }: ReportedMessage, at: number): object[] =>
  statuses.map((status) => ({
    id,
    recipient_id: to,
    timestamp: String(at),
    ...(ours === undefined ? {} : { biz_opaque_callback_data: ours }),
    ...(typeof status === 'string'
      ? { status }
      : { status: 'failed', errors: [{ code: status.failed, title: 'as the sandbox was told to' }] }),
  }))

function bodyOf(statuses: object[]): Buffer {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: SANDBOX_PHONE_NUMBER_ID, phone_number_id: SANDBOX_PHONE_NUMBER_ID },
    statuses,
  }
  const entry = [{ id: SANDBOX_BUSINESS_ACCOUNT_ID, changes: [{ field: 'messages', value }] }]
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
}

/** Null when it was taken. */
async function post(app: App, organizationId: Uuid, body: Buffer): Promise<Error | null> {
  const { settings, sealer } = app
  // Loopback where it is known: the public address may lead through a proxy that this machine cannot reach.
  const callbacks = createCallbacks(sealer, () => settings.internalUrl ?? settings.publicUrl)
  const { url } = callbacks.of(sandboxCalledBack(organizationId))
  // To this program itself it may be told even while fenced; the public address may be the original's.
  if (settings.internalUrl === null) await mustNotBeFenced(app)
  const [appSecret] = sandboxAppSecrets(sealer, organizationId) as [string]
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature('sha256', appSecret, body)}`,
    },
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  return response.ok ? null : new Error(`it was answered with ${response.status}`)
}
