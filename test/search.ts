// Search helpers: runs the indexing job, then searches.

import assert from 'node:assert/strict'
import { indexingJob } from '#messaging/search/indexing.ts'
import type { App } from '../server/kit/app.ts'
import type { Person } from './story.ts'

/** Indexes as the worker does, until nothing is left. */
export async function indexAll(app: App): Promise<void> {
  const job = indexingJob(app)
  while (await job.run(new AbortController().signal));
}

export async function search(who: Person, what: string, q: string, more = ''): Promise<any> {
  const { status, body, text } = await who.get(`/v1/search/${what}?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body
}

/** Ids of the results, in order. */
export const foundBy = async (who: Person, what: string, q: string): Promise<string[]> =>
  (await search(who, what, q)).data.map(({ id }: { id: string }) => id)
