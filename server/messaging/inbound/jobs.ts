// Jobs that process inbound events and delete processed ones.

import type { App } from '#kit/app.ts'
import { organizationsWithOldArrivals, removeOldArrivals } from '#messaging/channels/arrivals/queries.ts'
import { type Readers, readers } from '#messaging/channels/arrivals/readers.ts'
import { DAY_MS } from '#messaging/channels/arrivals/rules.ts'
import { organizationsWithOld, removeOld } from '#messaging/channels/notices/queries.ts'
import { NOTICE_KEPT_MS } from '#messaging/channels/notices/rules.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { installationRetention, retention } from '#worker/retention.ts'
import { createTakers, type Takers } from './handing-on.ts'
import { createFetching } from './missing-files.ts'
import { removeOldQuarantined } from './shared/queries.ts'
import { sharedReaders } from './shared/routing.ts'
import { createWorkingOff } from './working-off.ts'

/** Longer than any provider redelivers an event, which is 7 days. */
const FINGERPRINTS_KEPT_MS = 8 * DAY_MS
/** For messages without a known organization. */
const QUARANTINE_KEPT_MS = 30 * DAY_MS
const ORGANIZATIONS_AT_ONCE = 32
const LOOK_EVERY_MS = 1000

/** Jobs that may request more data from external systems. */
export const arrivalJobs = (app: App, takers: Takers = createTakers(app), sources: Readers = readers): Job[] => [
  perOrganization(
    app,
    'arrivals',
    createWorkingOff(app, { ...sources, ...sharedReaders }, takers, createReceiptTaker(app)),
    {
      atOnce: ORGANIZATIONS_AT_ONCE,
      everyMs: LOOK_EVERY_MS,
    },
  ),
  perOrganization(app, 'missing_attachments', createFetching(app, sources)),
]

export const fingerprintJobs = (app: App): Job[] => [
  retention(app, {
    name: 'old arrivals',
    keptMs: FINGERPRINTS_KEPT_MS,
    organizations: organizationsWithOldArrivals,
    remove: removeOldArrivals,
  }),
  retention(app, {
    name: 'old channel notices',
    keptMs: NOTICE_KEPT_MS,
    organizations: organizationsWithOld,
    remove: removeOld,
  }),
  installationRetention(app, { name: 'old quarantine', keptMs: QUARANTINE_KEPT_MS, remove: removeOldQuarantined }),
]
