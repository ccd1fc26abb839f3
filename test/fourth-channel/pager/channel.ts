// A fictional pager channel: rules, account and adapter, as a folder of messaging/channels holds them. The provider is
// an array.

import { validationError } from '#kit/messages/field-errors.ts'
import type { Resource } from '#kit/messages/resources.ts'
import { In, Type } from '#kit/wire.ts'
import type { AccountKind } from '#messaging/channels/accounts/kind.ts'
import type { OutboundMessage } from '#messaging/channels/adapter.ts'
import { noAttachments } from '#messaging/channels/attachment-limits.ts'
import { type Channel, identities, notOf } from '#messaging/channels/channel.ts'
import { generalCategories } from '#messaging/channels/template-rules.ts'
import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import type { PriceKind } from '#money/pricing/rules.ts'

export const TEXT_MAX = 240

/** Messages that the provider accepted. */
export const accepted: OutboundMessage[] = []

const operation = (verb: string) => ({ operationId: `${verb}PagerAccount`, summary: verb, description: 'Of pagers.' })

const account: AccountKind<{ host: string }, { host: string }> = {
  // Its entry in kit/messages/resources.ts is added at run time, so the types do not include it.
  noun: 'pager account' as Resource,
  says: {
    retrieve: operation('retrieve'),
    set: operation('set'),
    remove: operation('remove'),
    test: operation('test'),
  },
  given: In.object({ host: In.line() }),
  shown: Type.Object({ host: Type.Unsafe<string | null>({ type: ['string', 'null'] }) }, { $id: 'PagerAccount' }),
  secretField: 'password',
  secretGoesWith: ['host'],
  before: {},
  settingsOf: ({ host }) => ({ host }),
  secretOf: () => null,
  mustFit() {},
  wasReal: () => false,
  carrierOf: (_, { hasOwnAccount }) => (hasOwnAccount ? 'organization' : 'none'),
  show: (stored) => ({ host: stored?.settings.host ?? null }),
  test: async () => ({ succeeded: true, details: 'It answers.' }),
}

export const pager: Channel = {
  templates: {
    needsApproval: false,
    categories: generalCategories,
    name: null,
    textMax: TEXT_MAX,
    isRegistered: false,
    takesLines: true,
  },
  consentColumn: /^pager consent$/u,
  hasKeywords: true,
  addressOf: ({ phone_number }) => phone_number,
  // The types include no such price kind.
  kindOf: () => ({ kind: 'pager' as PriceKind }),
  errorsIn: (content) => [
    ...noAttachments(content),
    ...notOf(content, 'subject', 'html'),
    ...((content.text?.length ?? 0) > TEXT_MAX
      ? [{ field: 'text', ...validationError('too_long', { max: TEXT_MAX }) }]
      : []),
  ],
  identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)]),
  account: account as unknown as AccountKind,
  createAdapter: () => ({
    async send(message) {
      accepted.push(message)
      return { outcome: 'accepted', providerId: `pager-${accepted.length}` }
    },
    async close() {},
  }),
}
