// The end of a program whose archive store hangs.

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { waitingIn } from '#backup/shipping.ts'
import { readSettings } from '#kit/settings.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { newDataDirectory, removeDataDirectory } from '../../test/program.ts'
import { KEY_ID, S3Server, SECRET } from '../../test/s3/server.ts'
import { openArchive } from './archiving.ts'

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
  const hanging: typeof stops = []
  const ending = { stops, signal: new AbortController().signal } as never
  // A responding store gets the whole test timeout for the last segments, a hanging one a moment.
  await openArchive(settings, ending, { shipMs: GUARD_MS, answerMs: GUARD_MS })
  const segment = '0000000100000000000000AA'
  await mkdir(join(dataDirectory, 'archive-outbox'))
  await writeFile(join(dataDirectory, 'archive-outbox', segment), 'log')

  store.misbehave = () => 'hang'
  const said = t.mock.method(console, 'error', () => {})
  await openArchive(settings, { stops: hanging, signal: AbortSignal.abort() } as never, {
    shipMs: 10 * GUARD_MS,
    answerMs: 50,
  })
  for (const stop of hanging) await stop()
  assert.match(
    String(said.mock.calls[0]?.arguments[0]),
    /not yet archived: 1\. .*Cause: the store at .*no answer in time/,
  )
  assert.deepEqual(await waitingIn(dataDirectory), [segment])

  store.misbehave = () => undefined
  for (const stop of stops) await stop()
  assert.deepEqual(await waitingIn(dataDirectory), [], 'a store that answers has it with the end')
})
