// Jobs for deletions in batches and for data that messages leave behind temporarily.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'
import { contactMergingJobs } from './contact-merging.ts'
import { organizationsWithOldNames, removeOldNames } from './deleted-inbound-queries.ts'
import { deletionJobs } from './deletion.ts'
import { mergingJobs } from './merging.ts'

/** Longer than any provider redelivers a message. */
const DELETED_INBOUND_KEPT_MS = 30 * 24 * 3600 * 1000

export const messageJobs = (app: App): Job[] => [
  ...deletionJobs(app),
  ...mergingJobs(app),
  ...contactMergingJobs(app),
  retention(app, {
    name: 'names of deleted messages',
    keptMs: DELETED_INBOUND_KEPT_MS,
    organizations: organizationsWithOldNames,
    remove: removeOldNames,
  }),
]
