// Settings of the continuous archive: its location, its S3-compatible store, and its passphrase.

import { secret, setting } from './setting.ts'
import { archivePlace, integer, optionalText, regionName, storeAddress } from './setting-readers.ts'

export const archiveSettings = {
  archive: setting(
    'SAMVAD_ARCHIVE',
    '',
    'Destination of the continuous archive (WAL of the embedded PostgreSQL and a daily base backup): a directory, preferably on another machine, or `s3://bucket/prefix` in an S3-compatible store. Empty = no archive.',
    archivePlace,
  ),
  archiveKeptDays: setting(
    'SAMVAD_ARCHIVE_KEPT_DAYS',
    '14',
    'Number of past days to which the archive can restore. Files that only earlier points in time need are deleted.',
    integer(1, 3650),
  ),
  archivePassphrase: secret(
    setting(
      'SAMVAD_ARCHIVE_PASSPHRASE',
      '',
      'Passphrase that encrypts the archive. Empty = not encrypted. An archive started without a passphrase cannot be encrypted later: start a new one in an empty location.',
      optionalText,
    ),
  ),
  archiveEndpoint: secret(
    setting(
      'SAMVAD_ARCHIVE_ENDPOINT',
      '',
      'Endpoint of the S3-compatible store of the archive, such as `https://minio.example:9000`, or `https://{bucket}.store.example` for virtual-hosted buckets. Empty = AWS in `SAMVAD_ARCHIVE_REGION`.',
      storeAddress,
    ),
  ),
  archiveRegion: setting(
    'SAMVAD_ARCHIVE_REGION',
    'us-east-1',
    'Region of the S3-compatible store of the archive.',
    regionName,
  ),
  archiveKeyId: setting(
    'SAMVAD_ARCHIVE_KEY_ID',
    '',
    'Access key ID for the S3-compatible store of the archive.',
    optionalText,
  ),
  archiveSecret: secret(
    setting('SAMVAD_ARCHIVE_SECRET', '', 'Secret access key for the S3-compatible store of the archive.', optionalText),
  ),
}

export const STORE = 's3://'

interface Read {
  archive: string | null
  archiveKeyId: string | null
  archiveSecret: string | null
  databaseUrl: string | null
}

/** Errors in combinations of settings, one sentence each. */
export function archiveFaults({ archive, archiveKeyId, archiveSecret, databaseUrl }: Read): string[] {
  const { archive: place, archiveKeyId: id, archiveSecret: key } = archiveSettings
  if (!archive) return []
  const isStore = archive.startsWith(STORE)
  return [
    ...(databaseUrl
      ? [
          `${place.name}: requires the embedded PostgreSQL. Archive the server of DATABASE_URL with its own tools, such as pgBackRest`,
        ]
      : []),
    ...(isStore && !archiveKeyId ? [`${id.name}: is required for ${place.name}=${archive}`] : []),
    ...(isStore && !archiveSecret ? [`${key.name}: is required for ${place.name}=${archive}`] : []),
  ]
}
