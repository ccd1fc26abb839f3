// What the sandbox gateway does by itself: deliver the webhooks that were not taken.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { deliverDue } from './sandbox/webhook.ts'

export const gatewayJobs = (app: App): Job[] =>
  app.settings.sandbox === 'off'
    ? []
    : [perOrganization(app, 'sandbox_webhook', (organizationId) => deliverDue(app, organizationId))]
