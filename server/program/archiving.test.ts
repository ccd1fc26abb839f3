// The end of a program whose archive is in a store that hangs.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { waitingIn } from '#backup/shipping.ts'
import { readSettings } from '#kit/settings.ts'
import { newDataDirectory, removeDataDirectory } from '../../test/program.ts'
import { KEY_ID, S3Server, SECRET } from '../../test/s3/server.ts'
import { openArchive } from './archiving.ts'

/** It gives the store 3 s. For one that answers it takes 15 s. */
const END_LIMIT_MS = 10_000

test('spec 17.30: an end waits for no store that hangs, and the segment stays for the next start', async (t) => {
  const store = new S3Server()
  const endpoint = await store.start()
  const dataDirectory = await newDataDirectory()
  after(async () => {
    await store.stop()
    await removeDataDirectory(dataDirectory)
  })
  const settings = readSettings({
    DATA_DIR: dataDirectory,
    SAMVAD_ARCHIVE: 's3://archive/of/samvad',
    SAMVAD_ARCHIVE_ENDPOINT: endpoint,
    SAMVAD_ARCHIVE_KEY_ID: KEY_ID,
    SAMVAD_ARCHIVE_SECRET: SECRET,
  })
  const stops: (() => Promise<void> | void)[] = []
  await openArchive(settings, { stops, signal: new AbortController().signal } as never)
  const segment = '0000000100000000000000AA'
  await mkdir(join(dataDirectory, 'archive-outbox'))
  await writeFile(join(dataDirectory, 'archive-outbox', segment), 'log')

  store.misbehave = () => 'hang'
  const said = t.mock.method(console, 'error', () => {})
  const from = performance.now()
  for (const stop of stops) await stop()
  assert.ok(performance.now() - from < END_LIMIT_MS)
  assert.match(
    String(said.mock.calls[0]?.arguments[0]),
    /after the next start: 1\. Why: the store at .*no answer in time/,
  )
  assert.deepEqual(await waitingIn(dataDirectory), [segment])

  store.misbehave = () => undefined
  for (const stop of stops) await stop()
  assert.deepEqual(await waitingIn(dataDirectory), [], 'a store that answers has it with the end')
})
