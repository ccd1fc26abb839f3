// The mail receiver as a worker job: it listens while the worker runs. Failures to listen are logged and retried;
// sending continues.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { createArrivals } from '../../arrivals/actions.ts'
import { createOwnAddresses } from '../addresses.ts'
import { createInboxes, createPostmaster } from '../domains/receiving.ts'
import { readCertificate } from './certificate.ts'
import { keptCertificate } from './kept-certificate.ts'
import type { Receiver } from './receiver.ts'

const LOOK_EVERY_MS = 10_000
const CERTIFICATE_FILE = 'mail-certificate.pem'

/** No job when no mail is received. */
export function receiverJobs(app: App): Job[] {
  const { mailDomain: domain, mailInPort: port, mailInHost: host, mailInCertificate: file } = app.settings
  if (domain === null || port === 0) return []
  let receiver: Receiver | undefined
  let readAt = 0

  const changedAt = async () => (file === null ? 0 : ((await stat(file).catch(() => null))?.mtimeMs ?? 0))

  async function begin(): Promise<Receiver> {
    const { startReceiver } = await import('./receiver.ts')
    const parts = {
      own: createOwnAddresses(app.sealer, domain as string),
      keep: createArrivals(app).keep,
      domain: domain as string,
      clock: app.clock,
      log: app.log,
      isFenced: () => isFenced(app),
      inboxOf: createInboxes(app),
      postmaster: createPostmaster(app),
    }
    const kept = join(app.settings.dataDirectory, CERTIFICATE_FILE)
    const certificate =
      file === null ? await keptCertificate(kept, domain as string, app.clock()) : await readCertificate(file)
    const started = await startReceiver(parts, { host, port, certificate })
    app.log.info({ host, port: started.port, domain }, 'mail receiver listening')
    return started
  }

  return [
    {
      name: 'mail receiver',
      everyMs: LOOK_EVERY_MS,
      async run() {
        const at = await changedAt()
        if (receiver === undefined) receiver = await begin()
        else if (file !== null && at !== readAt) receiver.useCertificate(await readCertificate(file))
        readAt = at
        return false
      },
      async end() {
        await receiver?.close()
        receiver = undefined
      },
    },
  ]
}
