// spec 19.2, 7.147: whoever indexes is killed at any moment, while messages are written and conversations deleted. In
// the end each message that is there is found, once, and nothing of what is gone is left in the index.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fund, mustBeHealthy, startSamvad, uuidOf } from '../harness.ts'
import { correspond, write } from '../mail-story.ts'
import { indexAll } from '../search.ts'
import { person, walk } from '../story.ts'

const KILLS = 8
const CORRESPONDENTS = 4
const MESSAGES_EACH = 15
/** Of an indexer's life, at random: from before its first piece to behind several. */
const LIFE_MAX_MS = 400

const samvad = await startSamvad()
await fund(samvad, samvad.company.organizationId, 1000n)
const owner = person(samvad)

let indexer: ChildProcess | undefined
after(() => indexer?.kill('SIGKILL'))

async function startIndexer(): Promise<ChildProcess> {
  const file = new URL('../indexing-worker.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, JSON.stringify(samvad.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  indexer = child
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

test('spec 19.2, 7.145, 7.147: a killed indexer leaves nothing out, nothing twice and nothing of what is gone', async () => {
  const kept: string[] = []
  let indexed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const child = await startIndexer()
    const ended = once(child, 'exit')
    const correspondents = await Promise.all(
      Array.from({ length: CORRESPONDENTS }, (_, index) =>
        correspond(owner, `weaver-${kill}-${index}@mill.example`, `Weaver ${kill} ${index}`),
      ),
    )
    const killing = setTimeout(() => child.kill('SIGKILL'), Math.random() * LIFE_MAX_MS)
    const written = await Promise.all(
      correspondents.map((one) =>
        Promise.all(Array.from({ length: MESSAGES_EACH }, () => write(owner, one, { text: 'Silk for Diwali' }))),
      ),
    )
    // Every other one is deleted, with all that it has, about when the indexer goes over it.
    await Promise.all(
      correspondents.map(async ({ conversationId }, index) => {
        if (index % 2 === 0) kept.push(...(written[index] ?? []).map(({ id }) => id))
        else assert.ok([202, 204].includes((await owner.delete(`/v1/conversations/${conversationId}`)).status))
      }),
    )
    await ended
    clearTimeout(killing)
    const [row] = await samvad.rows<{ count: bigint }>('select count(*) from search_entries')
    indexed = Math.max(indexed, Number(row?.count))
  }
  assert.ok(indexed > 0, 'some were killed behind a piece that they had indexed')

  await indexAll(samvad.app)
  const found = await walk(owner, '/v1/search/messages?q=silk', 100)
  assert.deepEqual(found.map(({ id }) => id).toSorted(), kept.toSorted())
  const entries = await samvad.rows<{ id: string }>(
    'select e.id from search_entries e join messages m on m.org_id = e.org_id and m.id = e.id order by 1',
  )
  assert.deepEqual(
    entries.map(({ id }) => id),
    kept.map((id) => uuidOf('msg', id)).toSorted(),
  )
  await mustBeHealthy(samvad.app.database)
})
