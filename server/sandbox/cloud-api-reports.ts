// Reports of the sandbox's Cloud API about messages: sent like Meta's by webhook, several reports in one, signed with
// the app secret, to the address of the organization's account. Refused webhooks are retried for a while.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { seconds } from '#kit/wire.ts'
import { type CloudApiStatus, postWebhook, type ReportedMessage, statusOf, webhookOf } from './cloud-api-webhook.ts'

/** How long reports are collected to be sent together. */
const GATHER_MS = 20
/** Per webhook. Meta sends up to a thousand. */
const STATUSES_MAX = 500
/** With more reports waiting, an organization's further ones are dropped until some are accepted. */
const WAITING_MAX = 20_000
const TRIES_AFTER_MS = [200, 1000, 5000, 20_000, 60_000]

export interface CloudApiReports {
  arrived(organizationId: Uuid, message: ReportedMessage): void
  close(): void
}

const ARRIVED: readonly CloudApiStatus[] = ['sent', 'delivered', 'read']

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
    const fault = await postWebhook(app, organizationId, webhookOf({ statuses })).catch((error: Error) => error)
    if (fault === null) return
    const waitMs = TRIES_AFTER_MS[tries]
    if (waitMs === undefined)
      app.log.warn({ err: fault, organization_id: organizationId }, 'sandbox failed to send WhatsApp statuses')
    else later(waitMs, () => tell(organizationId, statuses, tries + 1))
  }

  return {
    arrived(organizationId, message) {
      const all = waiting.get(organizationId)
      const at = seconds(app.clock())
      const statuses = ARRIVED.map((status) => statusOf(message, status, at))
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
