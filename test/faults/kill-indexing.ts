// Kills the search indexer while messages are written and conversations deleted. In the end each remaining message is
// found once, and nothing deleted remains in the index.
// Per file: it starts a server of the file's own.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { bundledProgram } from '../bundled-program.ts'
import { fund, mustBeHealthy, startSamvad, uuidOf } from '../harness.ts'
import { correspond, write } from '../mail-story.ts'
import { eventually } from '../program.ts'
import { indexAll } from '../search.ts'
import { person, walk } from '../story.ts'

const CORRESPONDENTS = 4
const MESSAGES_EACH = 15
const WORKER = await bundledProgram('indexing-worker')

const samvad = await startSamvad()
await fund(samvad, samvad.company.organizationId, 1000n)
const owner = person(samvad)

let indexer: ChildProcess | undefined
after(() => indexer?.kill('SIGKILL'))

async function startIndexer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(samvad.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  indexer = child
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

/** For each kill: the minimum number of index entries made before it. */
export async function killIndexers(killedAfter: readonly number[]) {
  const kept: string[] = []
  const indexed = async () => {
    const [row] = await samvad.rows<{ count: bigint }>('select count(*) from search_entries')
    return Number(row?.count)
  }
  for (const [kill, wanted] of killedAfter.entries()) {
    const child = await startIndexer()
    const ended = once(child, 'exit')
    const before = await indexed()
    const correspondents = await Promise.all(
      Array.from({ length: CORRESPONDENTS }, (_, index) =>
        correspond(owner, `weaver-${kill}-${index}@mill.example`, `Weaver ${kill} ${index}`),
      ),
    )
    const killing = eventually(`${wanted} entries are made`, async () => (await indexed()) >= before + wanted).then(
      () => child.kill('SIGKILL'),
    )
    const written = await Promise.all(
      correspondents.map((one) =>
        Promise.all(Array.from({ length: MESSAGES_EACH }, () => write(owner, one, { text: 'Silk for Diwali' }))),
      ),
    )
    // Deletes every other conversation, at about the time at which the indexer processes it.
    await Promise.all(
      correspondents.map(async ({ conversationId }, index) => {
        if (index % 2 === 0) kept.push(...(written[index] ?? []).map(({ id }) => id))
        else assert.ok([202, 204].includes((await owner.delete(`/v1/conversations/${conversationId}`)).status))
      }),
    )
    await killing
    await ended
  }

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
}
