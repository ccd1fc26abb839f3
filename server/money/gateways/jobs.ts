// The sandbox gateway's job: processes refunds and debits, and delivers refused webhooks again.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { isGatewaySandboxOnNow } from './accounts/actions.ts'
import { debitDue } from './sandbox/mandates.ts'
import { settleDue } from './sandbox/refunds.ts'
import { deliverDue } from './sandbox/webhook.ts'

export const gatewayJobs = (app: App): Job[] =>
  app.settings.sandbox === 'off'
    ? []
    : [
        perOrganization(app, 'sandbox_webhook', async (organizationId, signal) => {
          // Off for good: nobody waits for its remaining work.
          if (!(await isGatewaySandboxOnNow(app))) return null
          let next: Date | null = null
          for (const step of [debitDue, deliverDue, settleDue]) {
            signal.throwIfAborted()
            next = earlier(next, await step(app, organizationId))
          }
          return next
        }),
      ]

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one
