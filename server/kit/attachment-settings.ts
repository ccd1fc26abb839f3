// The settings of attachments: where their files lie, and how much an organization may have.

import { setting } from './setting.ts'
import { integer, optionalFolder } from './setting-readers.ts'

export const attachmentSettings = {
  attachments: setting(
    'SAMVAD_ATTACHMENTS',
    '',
    'folder of the files that messages carry; with several machines on one `DATABASE_URL` one that all of them share. Empty = `attachments` in `DATA_DIR`',
    optionalFolder,
  ),
  attachmentsQuotaMegabytes: setting(
    'SAMVAD_ATTACHMENTS_QUOTA',
    '10240',
    'megabytes of attachments that an organization may have; what is uploaded beyond them is refused',
    integer(1, 1_000_000_000),
  ),
}
