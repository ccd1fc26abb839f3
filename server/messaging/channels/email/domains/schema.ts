// A sender domain as the API accepts and shows it, with the DNS records to publish.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { type Purpose, purposes, type RecordState, recordStates } from './rules.ts'

const NAME_MAX = 253

export const NewSenderDomain = In.object(
  {
    name: Type.Unsafe<string>({
      ...In.line(NAME_MAX),
      description: 'Domain of the sender address, such as `asha.example`.',
      examples: ['asha.example'],
    }),
  },
  'NewSenderDomain',
)
export type NewSenderDomain = Static<typeof NewSenderDomain>

const LOCAL_PART_MAX = 64
const RECEIVES_MAX = 50
const SENDER_MAX = 320

export const SenderDomainChange = In.object(
  {
    sender: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.line(SENDER_MAX),
          description:
            "From address for email sent through the installation's mail server, an address of this domain: `Asha Textiles <hello@asha.example>`. Only one domain of an organization has a sender: setting it clears the others.",
          examples: ['Asha Textiles <hello@asha.example>'],
        }),
      ),
    ),
    receives: Type.Optional(
      Type.Array(
        Type.String({ minLength: 1, maxLength: LOCAL_PART_MAX, pattern: "^(?:\\*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+)$" }),
        {
          maxItems: RECEIVES_MAX,
          description:
            'Local parts (before the @) of the addresses that receive email, such as `support`. `*` means all; an empty list means none. `postmaster` is included with any.',
          examples: [['support', 'hello']],
        },
      ),
    ),
  },
  'SenderDomainChange',
)
export type SenderDomainChange = Static<typeof SenderDomainChange>

export const SenderDomainQuery = In.object(pageQuery('sdom'))
export type SenderDomainQuery = Static<typeof SenderDomainQuery>

export const SenderDomainRecord = Type.Object(
  {
    purpose: Type.Unsafe<Purpose>(oneOf(purposes, 'DomainRecordPurpose')),
    type: oneOf(['TXT']),
    name: Type.String(),
    value: Type.String(),
    required: Type.Boolean({
      description: 'Whether email is signed only once this record is published. Other records are recommendations.',
    }),
    state: Type.Unsafe<RecordState>({
      ...oneOf(recordStates, 'DomainRecordState'),
      description:
        'State of the record when the domain was last verified. `unchecked`: not verified yet. `wrong`: a different value, or several records.',
    }),
  },
  { $id: 'SenderDomainRecord' },
)

export const SenderDomain = Type.Object(
  {
    id: Out.id('sdom'),
    name: Type.String(),
    status: oneOf(['pending', 'verified'], 'SenderDomainStatus'),
    signs_with: Out.nullable(
      Type.String({ description: 'Selector of the DKIM key that signs email now. Null if email is not signed.' }),
    ),
    sender: Out.nullable(
      Type.String({
        description:
          "From address for email sent through the installation's mail server. Used once the domain signs. Null if not set.",
      }),
    ),
    receives: Type.Array(Type.String(), {
      description: 'Local parts (before the @) of the addresses that receive email; `*` means all.',
    }),
    records: Type.Array(SenderDomainRecord, { description: 'DNS records to publish for the domain.' }),
    verified_at: Out.nullable(Out.time()),
    checked_at: Out.nullable(Out.time()),
    created_at: Out.time(),
  },
  { $id: 'SenderDomain' },
)
export type SenderDomain = Static<typeof SenderDomain>
