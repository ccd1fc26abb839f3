// A sender domain as the API takes and shows it, with the records that belong into the DNS.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { type Purpose, purposes, type RecordState, recordStates } from './rules.ts'

const NAME_MAX = 253

export const NewSenderDomain = In.object(
  {
    name: Type.Unsafe<string>({
      ...In.line(NAME_MAX),
      description: 'What stands behind the @ of the sender, such as `asha.example`.',
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
            "As whom the organization's mail leaves through the installation's server, an address of this domain: `Asha Textiles <hello@asha.example>`. Of one domain: the others lose theirs.",
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
            'What stands before the @ of the addresses that this installation receives for, as `support`; `*` for all. Empty: none. `postmaster` goes with any.',
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
    required: Type.Boolean({ description: 'Whether mail is signed only once it is there. The others are advice.' }),
    state: Type.Unsafe<RecordState>({
      ...oneOf(recordStates, 'DomainRecordState'),
      description: 'What was there when the domain was last verified.',
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
      Type.String({ description: 'The selector of the key that signs mail now; null while none does.' }),
    ),
    sender: Out.nullable(
      Type.String({ description: "As whom mail leaves through the installation's server, once the domain signs." }),
    ),
    receives: Type.Array(Type.String(), { description: 'What stands before the @ of what is received for.' }),
    records: Type.Array(SenderDomainRecord, { description: 'What belongs into the DNS of the domain.' }),
    verified_at: Out.nullable(Out.time()),
    checked_at: Out.nullable(Out.time()),
    created_at: Out.time(),
  },
  { $id: 'SenderDomain' },
)
export type SenderDomain = Static<typeof SenderDomain>
