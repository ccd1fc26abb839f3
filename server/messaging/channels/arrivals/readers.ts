// Maps each source to the reader that parses its events.

import type { App } from '#kit/app.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import type { SandboxCloudApi } from '../app/adapter.ts'
import type { ArrivalReader } from './arrival.ts'

/** Source → the function that creates its reader, called once per worker process. */
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

/** With the sandbox of this process, which has its devices' media. */
export const readersWith = (sandbox: Pick<SandboxCloudApi, 'accountFor'>): Readers => ({
  ...readers,
  cloud_api: lazily(async () => {
    const { createCloudApiReader } = await import('../app/reader.ts')
    return (app) => createCloudApiReader(app, { sandbox })
  }),
})

/** Loads the reader's module on first use, so that not every start waits for it. */
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
