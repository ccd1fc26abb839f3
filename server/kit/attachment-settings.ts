// The settings of attachments: where their files lie, and how much an organization may have.

import { STORE } from './archive-settings.ts'
import { secret, setting } from './setting.ts'
import { archivePlace, integer, optionalText, regionName, storeAddress } from './setting-readers.ts'

export interface AttachmentSettings {
  /** Folder, or `s3://bucket/prefix`, whose access is as that of the archive's. Null: in DATA_DIR. */
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
    'folder of the files that messages carry, or place in an S3-compatible store as `s3://bucket/prefix`; with several machines on one `DATABASE_URL` one that all of them share. Empty = `attachments` in `DATA_DIR`',
    archivePlace,
  ),
  attachmentsQuotaMegabytes: setting(
    'SAMVAD_ATTACHMENTS_QUOTA',
    '10240',
    'megabytes of attachments that an organization may have; what is uploaded beyond them is refused. Originals of received mails count nothing',
    integer(1, 1_000_000_000),
  ),
  attachmentsEndpoint: secret(
    setting(
      'SAMVAD_ATTACHMENTS_ENDPOINT',
      '',
      'address of the store of attachments in `s3://…`, as `SAMVAD_ARCHIVE_ENDPOINT` is of the archive; empty = that of AWS in the region',
      storeAddress,
    ),
  ),
  attachmentsRegion: setting(
    'SAMVAD_ATTACHMENTS_REGION',
    'us-east-1',
    'region that the store of attachments in `s3://…` is in',
    regionName,
  ),
  attachmentsKeyId: setting(
    'SAMVAD_ATTACHMENTS_KEY_ID',
    '',
    'id of the access key for the store of attachments in `s3://…`',
    optionalText,
  ),
  attachmentsSecret: secret(
    setting(
      'SAMVAD_ATTACHMENTS_SECRET',
      '',
      'secret of the access key for the store of attachments in `s3://…`',
      optionalText,
    ),
  ),
}

type Read = Pick<AttachmentSettings, 'attachments' | 'attachmentsKeyId' | 'attachmentsSecret'>

/** What does not fit together, a sentence each. */
export function attachmentFaults({ attachments, attachmentsKeyId, attachmentsSecret }: Read): string[] {
  if (!attachments?.startsWith(STORE)) return []
  const { attachments: place, attachmentsKeyId: id, attachmentsSecret: key } = attachmentSettings
  return [
    ...(attachmentsKeyId ? [] : [`${id.name}: is required for ${place.name}=${attachments}`]),
    ...(attachmentsSecret ? [] : [`${key.name}: is required for ${place.name}=${attachments}`]),
  ]
}
