// Jobs of the search index.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { indexingJob } from './indexing.ts'

export const searchJobs = (app: App): Job[] => [indexingJob(app)]
