// An organization's account with the WhatsApp Cloud API.

import { invalid } from '#kit/refusals.ts'
import { ungrouped } from '#kit/text.ts'
import type { AccountKind } from '../accounts/kind.ts'
import { testAccount } from './account-test.ts'
import { API_VERSION_DEFAULT, type AppSettings, appCarrier } from './rules.ts'
import { AppAccount, NewAppAccount, showAppAccount } from './schema.ts'
import { readSecrets, writeSecrets } from './secrets.ts'

export const appAccount: AccountKind<NewAppAccount, AppSettings> = {
  noun: 'app account',
  says: {
    retrieve: {
      operationId: 'retrieveAppAccount',
      summary: 'Retrieve the app account',
      description:
        "The organization's own account with the WhatsApp Cloud API, who carries its app messages now, and what to enter at Meta. The secrets are never shown.",
    },
    set: {
      operationId: 'setAppAccount',
      summary: 'Set the app account',
      description:
        "The organization's app messages leave through it from now on. The account is replaced as a whole. Enter `callback_url` and `verify_token` at Meta, and subscribe to the fields `messages`, `user_preferences`, `calls`, `message_template_status_update`, `template_category_update`, `message_template_quality_update`, `account_update`, `account_alerts`, `account_review_update`, `phone_number_quality_update`, `phone_number_name_update` and `business_capability_update`.",
    },
    remove: {
      operationId: 'removeAppAccount',
      summary: 'Remove the app account',
      description:
        'App messages are refused from now on (`channel_unavailable`), and what waits leaves by no other account: for a day it waits for this one. The sandbox does not come back. The callback address is dead.',
    },
    test: {
      operationId: 'testAppAccount',
      summary: 'Test the app account',
      description:
        'Asks Meta, in this order: whether the access token is valid, the number registered, the business account subscribed; and looks whether Meta can reach this installation by https. Sends nothing.',
    },
  },
  example: {
    phone_number_id: '106540352242922',
    business_account_id: '102290129340398',
    access_token: 'EAAG...',
    app_secret: '0123456789abcdef0123456789abcdef',
  },
  given: NewAppAccount,
  shown: AppAccount,
  secretField: 'access_token',
  secretGoesWith: ['phone_number_id', 'business_account_id'],
  before: { messages_per_second: null },
  isCalledBack: true,
  settingsOf: ({ phone_number_id, business_account_id, api_version = API_VERSION_DEFAULT, messages_per_second }) => ({
    phone_number_id: ungrouped(phone_number_id),
    business_account_id: ungrouped(business_account_id),
    api_version,
    messages_per_second: messages_per_second ?? null,
  }),
  secretOf: writeSecrets,
  mustFit(_, hasSecret) {
    if (!hasSecret) throw invalid('access_token', 'required')
  },
  isShareable: true,
  realSince: 'real_app_since',
  wasReal: ({ real_app_since }) => real_app_since !== null,
  carrierOf: appCarrier,
  show: showAppAccount,
  test: (settings, secret, app) => testAccount(settings, readSecrets(secret as string), app),
}
