// Search helpers: runs the indexing job, then searches.

import assert from 'node:assert/strict'
import { indexingJob } from '#messaging/search/indexing.ts'
import type { App } from '../server/kit/app.ts'
import { sql } from '../server/kit/database/sql.ts'
import type { Person } from './story.ts'

/**
 * Indexes as the worker does, until nothing is left. The job passes over what a running worker has locked, so that is
 * waited for.
 */
export async function indexAll(app: App): Promise<void> {
  const job = indexingJob(app)
  let left = true
  while (left) {
    while (await job.run(new AbortController().signal));
    left = await app.database.transaction(async (tx) => {
      await tx.rows(sql`select from search_heads for update`)
      return (await tx.rows(sql`select from search_changes for update`)).length > 0
    }, 'search')
  }
}

export async function search(who: Person, what: string, q: string, more = ''): Promise<any> {
  const { status, body, text } = await who.get(`/v1/search/${what}?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body
}

/** Ids of the results, in order. */
export const foundBy = async (who: Person, what: string, q: string): Promise<string[]> =>
  (await search(who, what, q)).data.map(({ id }: { id: string }) => id)
