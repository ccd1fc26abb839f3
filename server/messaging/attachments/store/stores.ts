// The store of an installation, as its settings say.

import { join, resolve } from 'node:path'
import type { Settings } from '#kit/settings.ts'
import { FolderStore } from './folder-store.ts'
import type { AttachmentStore } from './store.ts'

type Place = Pick<Settings, 'attachments' | 'dataDirectory'>

export const attachmentsFolder = ({ attachments, dataDirectory }: Place): string =>
  attachments ?? join(resolve(dataDirectory), 'attachments')

export const attachmentStore = (settings: Place): AttachmentStore => new FolderStore(attachmentsFolder(settings))
