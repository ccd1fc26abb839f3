// What providers are yet to be told of templates, or to be asked.

import type { App } from '#kit/app.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Job } from '#worker/job.ts'
import { type DueRow, due } from './provider-queries.ts'
import { registrars, type TemplateRegistrars } from './registrars.ts'
import { type Registrars, register } from './registration.ts'

const LOOK_EVERY_MS = 1000
const AT_ONCE = 20

export function templateJobs(app: App, among: TemplateRegistrars = registrars): Job[] {
  const made: Registrars = Object.fromEntries(Object.entries(among).map(([channel, make]) => [channel, make(app)]))
  const channels = Object.keys(made) as ChannelName[]
  if (channels.length === 0) return []
  return [
    {
      name: 'template registration',
      everyMs: LOOK_EVERY_MS,
      async run(signal) {
        const found = await app.database.reads.rows<DueRow>(due(channels, app.clock(), AT_ONCE))
        for (const one of found) {
          if (signal.aborted) return false
          await register(app, made, one, signal)
        }
        return found.length === AT_ONCE
      },
    },
  ]
}
