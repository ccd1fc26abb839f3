// A second process of an installation, as its database sees it: the program with its own connections, key and folder,
// but without an HTTP server, which takes longer to create than everything else.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Assembled, assemble } from '../server/program/app.ts'
import type { TestSamvad } from './harness.ts'

/** Uses the database and the clock of `samvad`; close it before `samvad`. */
export async function anotherProcess(samvad: TestSamvad): Promise<Assembled> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-test-'))
  const { settings, clock } = samvad.app
  const app = await assemble({ ...settings, dataDirectory }, samvad.connection, clock)
  samvad.beforeEnd(async () => {
    await app.database.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return app
}
