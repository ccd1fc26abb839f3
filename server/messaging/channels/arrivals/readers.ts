// The table of the readers: what a source brings is understood by its own, a line each.

import type { App } from '#kit/app.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import type { SandboxCloudApi } from '../app/adapter.ts'
import type { ArrivalReader } from './arrival.ts'

/** Source → what makes its reader, once in a process that works. */
export type Readers = Readonly<Record<string, (app: App) => ArrivalReader>>

export const readers: Readers = {
  mail: lazily(async () => (await import('../email/reading/reader.ts')).createMailReader),
  mail_webhook: lazily(async () => (await import('../email/webhooks/reader.ts')).createMailWebhookReader),
  cloud_api: lazily(async () => {
    const { createCloudApiReader } = await import('../app/reader.ts')
    return (app) => createCloudApiReader(app)
  }),
  // Parts of a shared account's webhooks, assigned to one organization by inbound/shared.
  cloud_api_part: lazily(async () => {
    const { createCloudApiReader } = await import('../app/reader.ts')
    return (app) => createCloudApiReader(app, { owner: FOR_ALL })
  }),
  sms_http: lazily(async () => (await import('../sms/http/reader.ts')).createSmsHttpReader),
  smpp: lazily(async () => (await import('../sms/smpp/reader.ts')).createSmppReader),
}

/** With the sandbox of this process, which has the media of its devices. */
export const readersWith = (sandbox: Pick<SandboxCloudApi, 'accountFor'>): Readers => ({
  ...readers,
  cloud_api: lazily(async () => {
    const { createCloudApiReader } = await import('../app/reader.ts')
    return (app) => createCloudApiReader(app, { sandbox })
  }),
})

/** With what it needs, which not every start has to wait for. */
function lazily(load: () => Promise<(app: App) => ArrivalReader>): (app: App) => ArrivalReader {
  return (app) => {
    let reader: Promise<ArrivalReader> | undefined
    const loaded = () => (reader ??= load().then((make) => make(app)))
    return {
      async read(arrival) {
        return (await loaded()).read(arrival)
      },
      async openFile(organizationId, reference, signal) {
        const { openFile } = await loaded()
        if (!openFile) throw new Error(`nothing is fetched again of ${reference.source}`)
        return openFile(organizationId, reference, signal)
      },
    }
  }
}
