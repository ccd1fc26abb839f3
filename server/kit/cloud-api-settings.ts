// Settings of the WhatsApp Cloud API.

import { setting } from './setting.ts'
import { webAddress } from './setting-readers.ts'

export interface CloudApiSettings {
  /** Without a trailing slash. */
  cloudApiUrl: string
}

export const cloudApiSettings = {
  cloudApiUrl: setting(
    'SAMVAD_CLOUD_API_URL',
    'https://graph.facebook.com',
    'Base URL of the WhatsApp Cloud API for app accounts. Change it only for tests and proxies.',
    webAddress,
  ),
}
