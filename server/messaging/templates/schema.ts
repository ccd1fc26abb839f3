// Templates as the API accepts and shows them: spec 15.1.

import { pageQuery } from '#edge/paging.ts'
import { isPriority, priorityFilters } from '#edge/priority.ts'
import { ShownDetails } from '#kit/stored-details.ts'
import { LINE, TEXT } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { CONTENT_MAX, channelNames } from '#messaging/channels/channel.ts'
import { categories } from '#messaging/channels/template-rules.ts'
import {
  buttonsIn,
  footerIn,
  headerIn,
  previewHeader,
  shownButtons,
  shownFooter,
  templateHeader,
} from './component-schema.ts'
import { templateStatuses, VARIABLE_VALUE_MAX } from './rules.ts'
import { VARIABLE_NAME_MAX, VARIABLES_MAX } from './variables.ts'

const NAME_MAX = 200
const LANGUAGE_MAX = 30
/** Less than a message's limit: values are added, and mail programs cut off longer texts. */
const TEXT_MAX = 20_000
const HTML_MAX = 100_000
const REGISTERED_ID_MAX = 64
const REASON_MAX = 500

const variables = (limits: object) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'Variable name → value.',
    examples: [{ name: 'Ravi' }],
    ...limits,
  })

/** The values of the variables. */
export const VariablesIn = variables({
  maxProperties: VARIABLES_MAX,
  propertyNames: { minLength: 1, maxLength: VARIABLE_NAME_MAX, pattern: LINE },
  additionalProperties: { type: 'string', minLength: 1, maxLength: VARIABLE_VALUE_MAX, pattern: TEXT },
})

export const language = () =>
  Type.Unsafe<string>({
    ...In.line(LANGUAGE_MAX),
    description: 'Language code, such as `en`, `hi` or `en_US`.',
    examples: ['en'],
  })

export const Template = Type.Object(
  {
    id: Out.id('tmpl'),
    name: Type.String(),
    channel: oneOf(channelNames, 'Channel'),
    language: Type.String(),
    category: oneOf(categories, 'TemplateCategory'),
    status: Type.Unsafe<(typeof templateStatuses)[number]>({
      ...oneOf(templateStatuses, 'TemplateStatus'),
      description: 'Status of the latest version.',
    }),
    version: Type.Integer({ description: 'The latest version, which this object shows.' }),
    approved_version: Out.nullable(
      Type.Integer({ description: 'The version used for sending. Null if there is no approved version.' }),
    ),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Out.nullable(Type.String()),
    variables: Type.Array(Type.String(), { description: 'Names of the variables.' }),
    registered_id: Out.nullable(
      Type.String({ description: 'SMS only: the DLT template ID under which the text is registered.' }),
    ),
    header: templateHeader(),
    footer: shownFooter(),
    buttons: shownButtons(),
    reason: Out.nullable(Type.String({ description: 'Why the template was rejected or paused. Null if neither.' })),
    reason_details: ShownDetails,
    created_at: Out.time(),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'Template' },
)

export const QueuedTemplate = Type.Object(
  {
    ...Template.properties,
    organization_id: Out.id('org'),
    organization_name: Type.String(),
    is_priority: isPriority(),
  },
  { $id: 'QueuedTemplate' },
)

const optional = {
  subject: Type.Optional(In.nullable(In.line(CONTENT_MAX.subject))),
  text: Type.Optional(In.nullable(In.text(TEXT_MAX))),
  html: Type.Optional(In.nullable(In.text(HTML_MAX))),
  registered_id: Type.Optional(In.nullable(In.line(REGISTERED_ID_MAX))),
  header: Type.Optional(headerIn()),
  footer: Type.Optional(footerIn()),
  buttons: Type.Optional(buttonsIn()),
}
const category = () => oneOf(categories, 'TemplateCategory')

export const NewTemplate = In.object({
  name: In.line(NAME_MAX),
  channel: oneOf(channelNames, 'Channel'),
  language: language(),
  category: category(),
  ...optional,
})
export const TemplateChange = In.object({ category: Type.Optional(category()), ...optional })
export const Rejection = In.object({ reason: In.line(REASON_MAX) })
export const PreviewRequest = In.object({ variables: Type.Optional(In.nullable(VariablesIn)) })
export const Preview = Type.Object(
  {
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Out.nullable(Type.String()),
    header: previewHeader(),
    footer: shownFooter(),
    buttons: shownButtons(),
  },
  { $id: 'TemplatePreview' },
)

const filters = {
  channel: Type.Optional(oneOf(channelNames, 'Channel')),
  status: Type.Optional(oneOf(templateStatuses, 'TemplateStatus')),
}
export const TemplateQuery = In.object({
  ...pageQuery('tmpl'),
  ...filters,
  name: Type.Optional(In.line(NAME_MAX)),
})
export const QueueQuery = In.object({ ...pageQuery('tmpl'), ...priorityFilters })

export type NewTemplate = Static<typeof NewTemplate>
export type TemplateChange = Static<typeof TemplateChange>
export type TemplateQuery = Static<typeof TemplateQuery>
export type QueueQuery = Static<typeof QueueQuery>
