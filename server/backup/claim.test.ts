// The ownership of an archive, before anything is written to it.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { StoreAway } from '#kit/s3/store.ts'
import { Archive } from './archive-contents.ts'
import { claim } from './claim.ts'
import { FolderStore } from './folder-store.ts'

const base = await mkdtemp(join(tmpdir(), 'samvad-claim-'))
after(() => rm(base, { recursive: true }))

test('spec 17.18: a place that had the archive and is missing, or empty, is away: nothing begins there until that is wanted', async () => {
  const [place, elsewhere, dataDirectory] = [join(base, 'archive'), join(base, 'disk'), join(base, 'data')]
  const claimed = (at = place) =>
    claim({ archive: new Archive(new FolderStore(at)), dataDirectory, passphrase: null, now: new Date() })
  await claimed()
  await claimed()

  await rename(place, elsewhere)
  const isAway = (error: unknown) => error instanceof StoreAway && /Check whether it is mounted/.test(error.message)
  await assert.rejects(claimed(), isAway)
  assert.equal(existsSync(place), false, 'nothing was made')
  await mkdir(place)
  await assert.rejects(claimed(), isAway)
  await rm(place, { recursive: true })
  await rename(elsewhere, place)
  await claimed()

  // Another location is another archive.
  await claimed(join(base, 'second'))
  await rename(place, elsewhere)
  await rm(join(dataDirectory, 'archive-begun'))
  await claimed()
})

test('spec 17.18: an archive whose beginning was cut off begins at the next try', async () => {
  const dataDirectory = join(base, 'cut')
  let isCut = true
  class Cut extends FolderStore {
    override async put(...given: Parameters<FolderStore['put']>) {
      if (isCut) throw new StoreAway('gone in that moment')
      return super.put(...given)
    }
  }
  const claimed = () =>
    claim({
      archive: new Archive(new Cut(join(base, 'cut-archive'))),
      dataDirectory,
      passphrase: null,
      now: new Date(),
    })
  await assert.rejects(claimed(), /gone in that moment/)
  await assert.rejects(claimed(), /gone in that moment/)
  isCut = false
  await claimed()
  await claimed()
})
