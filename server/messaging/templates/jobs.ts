// What providers are yet to be told of: templates that were submitted where a provider decides. Each is told as often
// as it takes; what a registrar refuses is rejected.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { state } from '#messaging/channels/accounts/actions.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Job } from '#worker/job.ts'
import { act } from './actions.ts'
import type { RegisterRow } from './queries.ts'
import * as queries from './queries.ts'
import { registrars, type TemplateRegistrar, type TemplateRegistrars } from './registrar.ts'
import { readTemplate } from './rules.ts'

const LOOK_EVERY_MS = 2000
const AT_ONCE = 20
const REGISTER_TIMEOUT_MS = 30_000

export function templateJobs(app: App, among: TemplateRegistrars = registrars): Job[] {
  const channels = Object.keys(among) as ChannelName[]
  if (channels.length === 0) return []
  return [
    {
      name: 'template registration',
      everyMs: LOOK_EVERY_MS,
      async run(signal) {
        const found = await app.database.reads.rows<RegisterRow>(queries.toRegister(channels, AT_ONCE))
        for (const row of found) {
          if (signal.aborted) return false
          await register(app, row, among[row.channel] as TemplateRegistrar, signal)
        }
        return false
      },
    },
  ]
}

async function register(app: App, row: RegisterRow, registrar: TemplateRegistrar, signal: AbortSignal): Promise<void> {
  const { org_id: organizationId, id: templateId, version, name, language, category, channel } = row
  const { subject, text, html } = row
  const read = readTemplate(channel, row)
  const account = await state(app.database.reads, organizationId, channel)
  const variables = 'faults' in read ? [] : read.names
  const template = {
    organizationId,
    templateId,
    version,
    name,
    language,
    category,
    subject,
    text,
    html,
    variables,
    account,
  }
  const within = AbortSignal.any([signal, AbortSignal.timeout(REGISTER_TIMEOUT_MS)])
  const registration = await registrar.register(template, within)
  if (registration.outcome === 'unavailable') {
    app.log.warn({ channel, template_id: templateId }, 'a template could not be submitted to its provider; tried again')
    return
  }
  await app.database.transaction(async (tx) => {
    const at = app.clock()
    const isStill = (await tx.run(queries.markRegistered(organizationId, templateId as Uuid, version, at))) > 0
    if (!isStill || registration.outcome !== 'refused') return
    const deciding = { act: 'reject', by: 'provider', reason: registration.reason, at } as const
    await act(tx, { organizationId, at }, 'system', templateId, deciding)
  }, organizationId)
}
