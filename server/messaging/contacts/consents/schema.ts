// API schemas of consents: spec 6.20.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'

export const consentStatuses = ['granted', 'revoked'] as const
export type ConsentStatus = (typeof consentStatuses)[number]

/**
 * `keyword`: the contact wrote STOP or START. `link`: through a link in a message. `api`: recorded by a user. `import`:
 * from a file. `provider`: reported by the channel's provider. `form`: agreed to in a form.
 */
export const consentSources = ['api', 'keyword', 'link', 'import', 'provider', 'form'] as const
/** `marketing`: only marketing messages. */
export const consentScopes = ['all', 'marketing'] as const
export type ConsentScope = (typeof consentScopes)[number]
export type ConsentSource = (typeof consentSources)[number]

const TEXT_MAX = 2000

export const Consent = Type.Object(
  {
    id: Out.id('consent'),
    contact_id: Out.id('contact'),
    channel: oneOf(pricedChannels, 'Channel'),
    status: oneOf(consentStatuses, 'ConsentStatus'),
    source: Type.Unsafe<ConsentSource>({
      ...oneOf(consentSources, 'ConsentSource'),
      description:
        '`api`: recorded by a user. `keyword`: the contact wrote STOP or START. `link`: a link in a message. `import`: an imported file. `provider`: reported by the provider. `form`: agreed to in a form; `text` is the exact sentence.',
    }),
    scope: Type.Unsafe<ConsentScope>({
      ...oneOf(consentScopes, 'ConsentScope'),
      description: 'Whether the consent covers all messages on the channel, or only marketing.',
    }),
    text: Out.nullable(
      Type.String({
        description: 'What the contact wrote, or a note of the user who recorded it. Null if there is none.',
      }),
    ),
    import_row: Out.nullable(
      Type.Integer({ description: 'Row of the imported file. Null if the consent does not come from an import.' }),
    ),
    user_id: Out.nullable(Out.id('user')),
    created_at: Out.time(),
  },
  { $id: 'Consent' },
)

export const NewConsent = In.object({
  channel: oneOf(pricedChannels, 'Channel'),
  status: oneOf(consentStatuses, 'ConsentStatus'),
  text: Type.Optional(In.nullable(In.text(TEXT_MAX))),
})

export const ConsentQuery = In.object(pageQuery('consent'))

export type NewConsent = Static<typeof NewConsent>
export type ConsentQuery = Static<typeof ConsentQuery>
