// The data needed about an account that a mail provider calls.

import type { App } from '#kit/app.ts'
import { type CalleeOf, createCallees } from '../../accounts/callee.ts'
import { openCallbackSecret } from '../../accounts/secrets.ts'
import type { EmailSettings, WebhookProviderName } from '../rules.ts'
import type { CalledAccount } from './provider.ts'

export interface Callee extends CalledAccount {
  provider: WebhookProviderName
}

export function createEmailCallees(app: App): CalleeOf<Callee> {
  return createCallees<EmailSettings, Callee>(app, 'email', ({ address, account, isVerifyToken }) => {
    const provider = account?.settings.inbound ?? null
    if (account === null || provider === null) return null
    return {
      provider,
      signingKey: openCallbackSecret(app.sealer, address.organizationId, 'email', account),
      topicArn: account.settings.inbound_topic_arn ?? null,
      isPassword: isVerifyToken,
    }
  })
}
