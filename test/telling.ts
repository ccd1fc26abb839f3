// Creates events and publishes them at once, for tests of the live stream.

import { eventJobs } from '#events/jobs.ts'
import { endStreams } from '#feed/stream.ts'
import { newUuid } from '#kit/ids.ts'
import type { TestSamvad } from './harness.ts'

const never = new AbortController().signal

/** Assigns positions to new events, which publishes them. */
export async function tell({ app }: TestSamvad): Promise<void> {
  for (const job of eventJobs(app)) while (await job.run(never)) continue
}

/** Publishes this many events, as if as many contacts had been deleted. */
export async function happen(samvad: TestSamvad, count: number, of: string): Promise<void> {
  await samvad.rows(
    `insert into events (org_id, id, type, object_id, payload, created_at)
     select $1, id, 'contact.deleted', id, '{"deleted": true}', now() from unnest($2::uuid[]) id order by id`,
    [of, Array.from({ length: count }, () => newUuid())],
  )
  await tell(samvad)
}

export { endStreams }
