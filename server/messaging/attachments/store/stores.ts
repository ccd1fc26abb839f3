// The installation's attachment store, by its settings.

import { join, resolve } from 'node:path'
import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { STORE } from '#kit/archive-settings.ts'
import { S3Client } from '#kit/s3/client.ts'
import { S3Store } from '#kit/s3/s3-store.ts'
import type { Settings } from '#kit/settings.ts'
import { FolderStore } from './folder-store.ts'
import { ObjectStore } from './object-store.ts'
import type { AttachmentStore } from './store.ts'

type Place = Pick<
  Settings,
  | 'attachments'
  | 'dataDirectory'
  | 'attachmentsEndpoint'
  | 'attachmentsRegion'
  | 'attachmentsKeyId'
  | 'attachmentsSecret'
>

/** `gate` is checked before each change in a store: a copy of the installation may use the same one. */
export function attachmentStore(settings: Place, gate: () => Promise<void> = async () => {}): AttachmentStore {
  const { attachments: place, attachmentsRegion: region, attachmentsKeyId: keyId, attachmentsSecret: secret } = settings
  if (!place?.startsWith(STORE)) return new FolderStore(place ?? join(resolve(settings.dataDirectory), 'attachments'))
  const [bucket = '', ...prefix] = place.slice(STORE.length).split('/')
  const client = new S3Client({
    endpoint: settings.attachmentsEndpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    prefix: prefix.join('/'),
    region,
    // Both are set: the settings are validated.
    keyId: keyId ?? '',
    secret: secret ?? '',
    settings: 'SAMVAD_ATTACHMENTS',
  })
  return new ObjectStore(new S3Store(client), gate)
}

/** For writers and removers. */
export const gatedStore = (app: Pick<App, 'settings' | 'database'>): AttachmentStore =>
  attachmentStore(app.settings, () => mustNotBeFenced(app))
