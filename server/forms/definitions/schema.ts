// API schemas of forms: spec 22.1.

import { PAGE_DEFAULT, PAGE_MAX, pageQuery } from '#edge/paging.ts'
import { isPriority } from '#edge/priority.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { FIELDS_MAX, KEPT_DAYS_MAX, NAME_MAX, REASON_MAX, SLUG_MAX } from './limits.ts'
import { formStatuses } from './queries.ts'
import { FormField } from './schema-fields.ts'
import { FormSettings } from './schema-settings.ts'

const slug = (description: string) =>
  Type.Unsafe<string>({ ...In.line(SLUG_MAX), description, examples: ['feedback-2026'] })

const written = {
  name: In.line(NAME_MAX),
  slug: Type.Optional(
    slug(
      'The last part of the address of the page. Made from the name by default. An earlier address keeps leading to the form.',
    ),
  ),
  domain_id: Type.Optional({
    ...In.nullable(In.id('dom')),
    description: 'The form domain of its address. Null: the address of this installation.',
  }),
  submissions_kept_days: Type.Optional({
    ...In.nullable(Type.Integer({ minimum: 1, maximum: KEPT_DAYS_MAX })),
    description:
      'For how many days submissions are kept. After them, each is deleted at midnight in India with its files; analytics stay. Null, the default: until somebody deletes them. A change needs no publishing.',
  }),
  fields: Type.Optional(Type.Array(FormField, { maxItems: FIELDS_MAX, description: 'In the order of the page.' })),
  settings: Type.Optional(FormSettings),
}

export const NewForm = In.object(written, 'NewForm')
export const FormChange = In.object({ ...written, name: Type.Optional(written.name) }, 'FormChange')
export const FormCopy = In.object({ name: Type.Optional(written.name), slug: written.slug }, 'FormCopy')
export const FormSuspension = In.object({
  reason: { ...In.line(REASON_MAX), description: 'What the members of the organization see.' },
})
export const FormQuery = In.object({
  ...pageQuery('form'),
  status: Type.Optional(oneOf(formStatuses, 'FormStatus')),
  name: Type.Optional({ ...In.line(NAME_MAX), description: 'Part of the name, in capital or small letters.' }),
  suspended: Type.Optional({ ...In.flag(), description: 'Whether an operator suspended it.' }),
})
export const FormVersionQuery = In.object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: PAGE_DEFAULT,
      description: 'Maximum number of items per page.',
    }),
  ),
  starting_after: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of a version. The page begins with the one before it.' }),
  ),
})

const summary = {
  id: Out.id('form'),
  name: Type.String(),
  slug: Type.String(),
  domain_id: Out.nullable(Out.id('dom')),
  submissions_kept_days: Out.nullable(
    Type.Integer({ description: 'For how many days submissions are kept. Null: until somebody deletes them.' }),
  ),
  status: Type.Unsafe<(typeof formStatuses)[number]>({
    ...oneOf(formStatuses, 'FormStatus'),
    description: 'A draft was never published.',
  }),
  version: Out.nullable(Type.Integer({ description: 'The version that was published last. Null before the first.' })),
  has_unpublished_changes: Type.Boolean({
    description: 'Whether the fields, settings or name differ from the version that was published last.',
  }),
  suspended_at: Out.nullable(Out.time('When an operator suspended it: the page is closed. Null if it is not.')),
  suspension_reason: Out.nullable(Type.String()),
  submission_count: Type.Integer({ minimum: 0, description: 'All submissions that are stored.' }),
  created_at: Out.time(),
  updated_at: Out.time(),
  published_at: Out.nullable(Out.time()),
}
const url = Type.String({
  description:
    'The address of the page: under its form domain while that is verified and the organization has the premium plan, else under this installation.',
  examples: ['https://samvad.example/f/feedback-2026'],
})
const view_count = Type.Integer({
  minimum: 0,
  description: 'How often the page was opened. Bots are left out; some seconds old.',
})
const loose = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const definition = {
  fields: Type.Array(shownAs({ ...loose }, FormField)),
  settings: shownAs({ ...loose }, FormSettings),
}

/** In lists and events: without its fields and settings. */
export const FormEvent = Type.Object(summary, { $id: 'FormEvent' })
export const ListedForm = Type.Object({ ...summary, url, view_count }, { $id: 'ListedForm' })
export const Form = Type.Object({ ...summary, url, view_count, ...definition }, { $id: 'Form' })

const version = {
  version: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  published_by: Out.id('user'),
  published_at: Out.time(),
}
export const ListedFormVersion = Type.Object(version, { $id: 'ListedFormVersion' })
export const FormVersion = Type.Object({ ...version, ...definition }, { $id: 'FormVersion' })

/** For operators: the form with a given slug and its organization. */
export const FormAddress = Type.Object(
  {
    organization_id: Out.id('org'),
    organization_name: Type.String(),
    is_priority: isPriority(),
    form: ListedForm,
  },
  { $id: 'FormAddress' },
)

export type NewForm = Static<typeof NewForm>
export type FormChange = Static<typeof FormChange>
export type FormCopy = Static<typeof FormCopy>
export type FormQuery = Static<typeof FormQuery>
export type FormVersionQuery = Static<typeof FormVersionQuery>
