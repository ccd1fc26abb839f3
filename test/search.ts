// How a test searches: the job goes over what there is, then somebody asks.

import assert from 'node:assert/strict'
import { indexingJob } from '#messaging/search/indexing.ts'
import type { App } from '../server/kit/app.ts'
import type { Person } from './story.ts'

/** As the worker does it, until nothing is left. */
export async function indexAll(app: App): Promise<void> {
  const job = indexingJob(app)
  while (await job.run(new AbortController().signal));
}

export async function search(who: Person, what: string, q: string, more = ''): Promise<any> {
  const { status, body, text } = await who.get(`/v1/search/${what}?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body
}

/** The ids that are found, in their order. */
export const foundBy = async (who: Person, what: string, q: string): Promise<string[]> =>
  (await search(who, what, q)).data.map(({ id }: { id: string }) => id)
