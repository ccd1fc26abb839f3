// The settings of the continuous archive: where it is, how its store is reached, and what opens it.

import { secret, setting } from './setting.ts'
import { archivePlace, integer, optionalText, regionName, storeAddress } from './setting-readers.ts'

export const archiveSettings = {
  archive: setting(
    'SAMVAD_ARCHIVE',
    '',
    "folder, best on another machine, or place in an S3-compatible store as `s3://bucket/prefix`, that takes the embedded PostgreSQL's log as it grows, and a copy of its files each day; empty = none",
    archivePlace,
  ),
  archiveKeptDays: setting(
    'SAMVAD_ARCHIVE_KEPT_DAYS',
    '14',
    'days back that the archive can restore; what only serves earlier moments is removed from it',
    integer(1, 3650),
  ),
  archivePassphrase: secret(
    setting(
      'SAMVAD_ARCHIVE_PASSPHRASE',
      '',
      'passphrase that the archive is encrypted with; empty = it is not encrypted. An archive that was begun without one stays so: take an empty place',
      optionalText,
    ),
  ),
  archiveEndpoint: secret(
    setting(
      'SAMVAD_ARCHIVE_ENDPOINT',
      '',
      'address of the store of `s3://…`, such as `https://minio.example:9000`; `https://{bucket}.store.example` where the bucket belongs into the host; empty = that of AWS in the region',
      storeAddress,
    ),
  ),
  archiveRegion: setting('SAMVAD_ARCHIVE_REGION', 'us-east-1', 'region that the store of `s3://…` is in', regionName),
  archiveKeyId: setting('SAMVAD_ARCHIVE_KEY_ID', '', 'id of the access key for the store of `s3://…`', optionalText),
  archiveSecret: secret(
    setting('SAMVAD_ARCHIVE_SECRET', '', 'secret of the access key for the store of `s3://…`', optionalText),
  ),
}

export const STORE = 's3://'

interface Read {
  archive: string | null
  archiveKeyId: string | null
  archiveSecret: string | null
  databaseUrl: string | null
}

/** What does not fit together, a sentence each. */
export function archiveFaults({ archive, archiveKeyId, archiveSecret, databaseUrl }: Read): string[] {
  const { archive: place, archiveKeyId: id, archiveSecret: key } = archiveSettings
  if (!archive) return []
  const isStore = archive.startsWith(STORE)
  return [
    ...(databaseUrl
      ? [`${place.name}: is of the embedded PostgreSQL; archive that of DATABASE_URL by its own means`]
      : []),
    ...(isStore && !archiveKeyId ? [`${id.name}: is required for ${place.name}=${archive}`] : []),
    ...(isStore && !archiveSecret ? [`${key.name}: is required for ${place.name}=${archive}`] : []),
  ]
}
