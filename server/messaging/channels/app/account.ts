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
        "Returns the organization's own WhatsApp Cloud API account, which account sends its app messages now, and the callback URL and verify token to enter at Meta. Secrets are never returned.",
    },
    set: {
      operationId: 'setAppAccount',
      summary: 'Set the app account',
      description:
        "Sends the organization's app messages through this account from now on. Replaces all settings of the account. At Meta, enter `callback_url` and `verify_token`, and subscribe to the fields `messages`, `user_preferences`, `calls`, `message_template_status_update`, `template_category_update`, `message_template_quality_update`, `account_update`, `account_alerts`, `account_review_update`, `phone_number_quality_update`, `phone_number_name_update` and `business_capability_update`.",
    },
    remove: {
      operationId: 'removeAppAccount',
      summary: 'Remove the app account',
      description:
        'From now on, app messages are refused (`channel_unavailable`). Messages that are already waiting wait up to a day for this account to be set again; no other account sends them. The callback URL stops working. The sandbox does not come back.',
    },
    test: {
      operationId: 'testAppAccount',
      summary: 'Test the app account',
      description:
        'Checks with Meta, in this order, that the access token is valid, the number is registered and the app is subscribed to the business account, and whether Meta can reach this installation over HTTPS. Sends no message.',
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
