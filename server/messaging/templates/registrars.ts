// The table of the channels whose provider approves templates itself; of others an operator does.

import type { App } from '#kit/app.ts'
import type { SandboxCloudApi } from '#messaging/channels/app/adapter.ts'
import { createAppRegistrar } from '#messaging/channels/app/template-registrar.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { TemplateRegistrar } from '#messaging/channels/template-registrar.ts'

export type TemplateRegistrars = Partial<Record<ChannelName, (app: App) => TemplateRegistrar>>

export const registrars: TemplateRegistrars = { app: (app) => createAppRegistrar(app) }

/** With the sandbox of this process, whose providers decide there. */
export const registrarsWith = (sandbox: Pick<SandboxCloudApi, 'accountFor'>): TemplateRegistrars => ({
  ...registrars,
  app: (app) => createAppRegistrar(app, sandbox),
})
