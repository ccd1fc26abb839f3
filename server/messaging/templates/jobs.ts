// Jobs that register templates at providers and query their decisions.

import type { App } from '#kit/app.ts'
import { createRegistrars, type Registrars } from '#messaging/channels/adapters.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Job } from '#worker/job.ts'
import { type DueRow, due } from './provider-queries.ts'
import { register } from './registration.ts'

const LOOK_EVERY_MS = 1000
const AT_ONCE = 20

export function templateJobs(app: App, registrars: Registrars = createRegistrars(app)): Job[] {
  const channels = Object.keys(registrars) as ChannelName[]
  if (channels.length === 0) return []
  return [
    {
      name: 'template registration',
      everyMs: LOOK_EVERY_MS,
      async run(signal) {
        const found = await app.database.reads.rows<DueRow>(due(channels, app.clock(), AT_ONCE))
        for (const one of found) {
          if (signal.aborted) return false
          await register(app, registrars, one, signal)
        }
        return found.length === AT_ONCE
      },
    },
  ]
}
