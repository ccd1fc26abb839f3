// Opens an archive by its location: a folder, or `s3://bucket/prefix`.

import { STORE } from '#kit/archive-settings.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { S3Client } from '#kit/s3/client.ts'
import { S3Store } from '#kit/s3/s3-store.ts'
import type { Settings } from '#kit/settings.ts'
import { Archive } from './archive-contents.ts'
import { FolderStore } from './folder-store.ts'

export type ArchiveAccess = Pick<Settings, 'archiveEndpoint' | 'archiveRegion' | 'archiveKeyId' | 'archiveSecret'>

/** Throws CannotStart when a setting that a store needs is missing. */
export function archiveAt(place: string, settings: ArchiveAccess): Archive {
  if (!place.startsWith(STORE)) return new Archive(new FolderStore(place))
  const { archiveEndpoint, archiveRegion: region, archiveKeyId: keyId, archiveSecret: secret } = settings
  if (keyId === null || secret === null)
    throw new CannotStart(`SAMVAD_ARCHIVE_KEY_ID and SAMVAD_ARCHIVE_SECRET are required for ${place}.`)
  const [bucket = '', ...prefix] = place.slice(STORE.length).split('/')
  const endpoint = archiveEndpoint ?? `https://s3.${region}.amazonaws.com`
  return new Archive(new S3Store(new S3Client({ endpoint, bucket, prefix: prefix.join('/'), region, keyId, secret })))
}
