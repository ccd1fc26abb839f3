// Another process of an installation as far as its database sees it: the program with connections, a key and a folder
// of its own, without an HTTP server, which takes longer to make than all of this.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Assembled, assemble } from '../server/program/app.ts'
import type { TestSamvad } from './harness.ts'

/** On the database of `samvad` and by its clock; closed before it. */
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
