// Settings of attachments: where their files are stored, and the quota per organization.

import { STORE } from './archive-settings.ts'
import { secret, setting } from './setting.ts'
import { archivePlace, integer, optionalText, regionName, storeAddress } from './setting-readers.ts'

export interface AttachmentSettings {
  /** Directory or `s3://bucket/prefix`. Null: a directory in DATA_DIR. */
  attachments: string | null
  attachmentsEndpoint: string | null
  attachmentsRegion: string
  attachmentsKeyId: string | null
  attachmentsSecret: string | null
  attachmentsQuotaMegabytes: number
}

export const attachmentSettings = {
  attachments: setting(
    'SAMVAD_ATTACHMENTS',
    '',
    'Storage for message attachments: a directory, or `s3://bucket/prefix` in an S3-compatible store. Several machines on one `DATABASE_URL` must share it. Empty = `attachments` in `DATA_DIR`.',
    archivePlace,
  ),
  attachmentsQuotaMegabytes: setting(
    'SAMVAD_ATTACHMENTS_QUOTA',
    '10240',
    'Attachment storage per organization, in megabytes. Uploads above it are refused. Originals of received mail do not count.',
    integer(1, 1_000_000_000),
  ),
  attachmentsEndpoint: secret(
    setting(
      'SAMVAD_ATTACHMENTS_ENDPOINT',
      '',
      'Endpoint of the S3-compatible store of attachments, in the format of `SAMVAD_ARCHIVE_ENDPOINT`. Empty = AWS in `SAMVAD_ATTACHMENTS_REGION`.',
      storeAddress,
    ),
  ),
  attachmentsRegion: setting(
    'SAMVAD_ATTACHMENTS_REGION',
    'us-east-1',
    'Region of the S3-compatible store of attachments.',
    regionName,
  ),
  attachmentsKeyId: setting(
    'SAMVAD_ATTACHMENTS_KEY_ID',
    '',
    'Access key ID for the S3-compatible store of attachments.',
    optionalText,
  ),
  attachmentsSecret: secret(
    setting(
      'SAMVAD_ATTACHMENTS_SECRET',
      '',
      'Secret access key for the S3-compatible store of attachments.',
      optionalText,
    ),
  ),
}

type Read = Pick<AttachmentSettings, 'attachments' | 'attachmentsKeyId' | 'attachmentsSecret'>

/** Errors in combinations of settings, one sentence each. */
export function attachmentFaults({ attachments, attachmentsKeyId, attachmentsSecret }: Read): string[] {
  if (!attachments?.startsWith(STORE)) return []
  const { attachments: place, attachmentsKeyId: id, attachmentsSecret: key } = attachmentSettings
  return [
    ...(attachmentsKeyId ? [] : [`${id.name}: is required for ${place.name}=${attachments}`]),
    ...(attachmentsSecret ? [] : [`${key.name}: is required for ${place.name}=${attachments}`]),
  ]
}
