// Connects the channels to their providers, in a process that sends.

import type { App } from '#kit/app.ts'
import type { Adapter } from './adapter.ts'
import type { SandboxCloudApi } from './app/adapter.ts'
import { type Channel, type ChannelName, channelNames } from './channel.ts'
import { channels } from './channels.ts'
import type { SandboxMail } from './email/smtp.ts'
import type { SandboxSms } from './sms/adapter.ts'
import type { TemplateRegistrar } from './template-registrar.ts'

/** A channel without an adapter cannot be sent on. */
export type Adapters = Partial<Record<ChannelName, Adapter>>

/** The sandbox's own providers, which speak the channels' real protocols on loopback. */
export interface SandboxProviders {
  mail: SandboxMail
  app: SandboxCloudApi
  sms: SandboxSms
}

export const createAdapters = (app: App, sandbox: SandboxProviders): Adapters =>
  ofEach((channel) => channel.createAdapter?.(app, sandbox))

/** The template registrars, of channels whose provider approves templates. */
export type Registrars = Partial<Record<ChannelName, TemplateRegistrar>>

/** `sandbox`: this process's sandbox providers, which review templates there. */
export const createRegistrars = (app: App, sandbox: Partial<SandboxProviders> = {}): Registrars =>
  ofEach((channel) => channel.createRegistrar?.(app, sandbox))

/** Only the channels that have one. */
function ofEach<Made>(make: (channel: Channel) => Made | undefined): Partial<Record<ChannelName, Made>> {
  const made = channelNames.map((name) => [name, make(channels[name])] as const)
  return Object.fromEntries(made.filter(([, one]) => one !== undefined))
}
