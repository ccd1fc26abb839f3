// API schema of a form domain, with the record that verifies it.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { type RecordState, recordStates } from './rules.ts'

const TYPED_MAX = 253

export const NewFormDomain = In.object(
  {
    name: Type.Unsafe<string>({
      ...In.line(TYPED_MAX),
      description: 'Host name that the forms get, such as `forms.asha.example`, in any script.',
      examples: ['forms.asha.example'],
    }),
    form_id: Type.Optional(In.nullable(In.id('form'))),
  },
  'NewFormDomain',
)
export type NewFormDomain = Static<typeof NewFormDomain>

export const FormDomainChange = In.object(
  {
    form_id: Type.Optional({
      ...In.nullable(In.id('form')),
      description: 'The form that opens at the address without a path. Null: that address has no page.',
    }),
  },
  'FormDomainChange',
)
export type FormDomainChange = Static<typeof FormDomainChange>

export const DomainQuery = In.object(pageQuery('dom'))
export type DomainQuery = Static<typeof DomainQuery>

export const domainStatuses = ['pending', 'verified', 'proof_missing'] as const
export type DomainStatus = (typeof domainStatuses)[number]
export const domainServings = ['forms', 'redirect', 'nothing'] as const

const FormDomainRecord = Type.Object(
  {
    type: oneOf(['TXT']),
    name: Type.String(),
    value: Type.String(),
    state: Type.Unsafe<RecordState>({
      ...oneOf(recordStates, 'DomainRecordState'),
      description: 'State of the record at the last check. `wrong`: a proof with a different value.',
    }),
  },
  { $id: 'FormDomainRecord' },
)

const told = {
  id: Out.id('dom'),
  name: Type.String({ description: 'As it stands in the DNS: ASCII, in small letters.' }),
  display_name: Type.String({ description: 'The same name in its own script.' }),
  status: Type.Unsafe<DomainStatus>({
    ...oneOf(domainStatuses, 'FormDomainStatus'),
    description:
      '`pending`: not verified. `proof_missing`: verified, but its record is missing; it stays verified until `proof_missing_until`.',
  }),
  url: Type.String({ examples: ['https://forms.asha.example'] }),
  form_id: Out.nullable(Out.id('form')),
  record: FormDomainRecord,
  verified_at: Out.nullable(Out.time()),
  checked_at: Out.nullable(Out.time()),
  proof_missing_since: Out.nullable(Out.time()),
  proof_missing_until: Out.nullable(Out.time('When the domain is no longer verified unless its record is back.')),
  created_at: Out.time(),
}

export const FormDomainEvent = Type.Object(told, { $id: 'FormDomainEvent' })
export type FormDomainEvent = Static<typeof FormDomainEvent>

export const FormDomain = Type.Object(
  {
    ...told,
    serving: Type.Unsafe<(typeof domainServings)[number]>({
      ...oneOf(domainServings, 'FormDomainServing'),
      description:
        'What visitors of the domain get: the forms, a redirect to the same page under the address of this installation (without the premium plan), or nothing (not verified).',
    }),
  },
  { $id: 'FormDomain' },
)
export type FormDomain = Static<typeof FormDomain>
