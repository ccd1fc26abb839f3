// The mail providers that may call us.

import type { App } from '#kit/app.ts'
import type { WebhookProviderName } from '../rules.ts'
import { type Amazon, createAmazon } from './amazon.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { WebhookProvider } from './provider.ts'
import { ses } from './ses.ts'

export type WebhookProviders = Readonly<Record<WebhookProviderName, WebhookProvider>>

export const providersWith = (amazon: Amazon): WebhookProviders => ({ mailgun, ses: ses(amazon), postmark })

export const createWebhookProviders = (app: App, amazon: Amazon = createAmazon(app)): WebhookProviders =>
  providersWith(amazon)
