// The jobs of events.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { type NoteFollowing, positionsJob } from './positions.ts'

/** `note`: creates the work that follows from new positions. */
export const eventJobs = (app: App, note: NoteFollowing = async () => {}): Job[] => [positionsJob(app, note)]
