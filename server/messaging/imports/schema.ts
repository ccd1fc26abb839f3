// API schemas of imports: spec 6.10.

import { pageQuery } from '#edge/paging.ts'
import { LINE } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { delimiters, encodings } from './format.ts'
import { existingRules, importErrors, importStatuses, matchFields, plainFields } from './rules.ts'

const FIELD_MAX = 75
const COLUMNS_MAX = 200
const COLUMN_NAME_MAX = 120
const FIELDS = `${plainFields.map((field) => `\`${field}\``).join(', ')}, and \`attributes.\` followed by the name of a custom field`

const mapping = (limits: object) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: `Column → field. Columns are named as in the preview; the fields are ${FIELDS}. Columns that are not listed are ignored.`,
    examples: [{ Name: 'display_name', 'E-mail': 'email', City: 'attributes.city' }],
    additionalProperties: { type: 'string' },
    ...limits,
  })

const count = (description: string) => Type.Integer({ minimum: 0, description })

const headerRow = (ofNull: string) =>
  Type.Unsafe<number | null>({
    ...Out.nullable(Type.Integer({ minimum: 1 })),
    description: `Row with the column names, counted as in a spreadsheet. Rows above it are not imported. ${ofNull}`,
  })

export const Import = Type.Object(
  {
    id: Out.id('imp'),
    status: oneOf(importStatuses, 'ImportStatus'),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent.' }),
    filename: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    user_id: Type.String({
      ...Out.id('user'),
      description: 'The user who created the import. This user becomes the owner of the new contacts.',
    }),
    list_id: Out.nullable(Out.id('list')),
    mapping: mapping({}),
    existing: oneOf(existingRules, 'ExistingRule'),
    match_by: Type.Array(oneOf(matchFields, 'MatchField')),
    country: Type.String({
      description: 'Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code.',
    }),
    consent_channels: Type.Array(oneOf(channelNames, 'Channel'), {
      description: 'Channels on which everyone in the file has consented.',
    }),
    header_row: headerRow('Null if the file has none, and for imports from before 0.5.0.'),
    rows: count('Rows processed so far, without the header, the rows above it and blank lines.'),
    created: count('Contacts created.'),
    updated: count('Rows that matched an existing contact and changed it.'),
    skipped: count('Rows that matched an existing contact and left it unchanged.'),
    failed: count('Rows that failed.'),
    error: Out.nullable(oneOf(importErrors, 'ImportError')),
    error_detail: Out.nullable(
      Type.String({ description: 'Why the import failed, in English, with the row number. Null if it did not fail.' }),
    ),
    error_details: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Stable code. New codes may be added.' }),
        message: Type.String({ description: 'The sentence in English.' }),
        params: Type.Record(Type.String(), Type.Unknown(), { description: 'Parameters of the sentence.' }),
      }),
      { description: 'The sentences of `error_detail`, each with its code and parameters.' },
    ),
    errors_url: Out.nullable(
      Type.String({ description: 'URL of the failed rows as CSV. Requires a token. Null if no row failed.' }),
    ),
    created_at: Out.time(),
    ended_at: Out.nullable(Out.time()),
    expires_at: Type.Integer({
      ...Out.time(),
      description: 'When the import and its failed rows are deleted, in Unix seconds.',
    }),
  },
  { $id: 'Import' },
)

const format = {
  attachment_id: In.id('att'),
  encoding: Type.Optional(oneOf(encodings, 'ImportEncoding')),
  delimiter: Type.Optional(oneOf(delimiters, 'ImportDelimiter')),
  has_header: Type.Optional(In.flag()),
}

export const NewPreview = In.object(format, 'NewImportPreview')

export const ImportPreview = Type.Object(
  {
    filename: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    encoding: Type.Unsafe<(typeof encodings)[number] | null>({
      ...Out.nullable(oneOf(encodings, 'ImportEncoding')),
      description: 'Null for a spreadsheet (.xlsx).',
    }),
    delimiter: Type.Unsafe<(typeof delimiters)[number] | null>({
      ...Out.nullable(oneOf(delimiters, 'ImportDelimiter')),
      description: 'Null for a spreadsheet (.xlsx).',
    }),
    has_header: Type.Boolean(),
    header_row: headerRow('Null if the file has none.'),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the column, for use in `mapping`. Unique within the file.' }),
        suggested: Out.nullable(Type.String({ description: 'Suggested field. Null if none fits.' })),
      }),
    ),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first rows after the header.' }),
  },
  { $id: 'ImportPreview' },
)

export const NewImport = In.object(
  {
    ...format,
    list_id: Type.Optional(In.nullable(In.id('list'))),
    mapping: mapping({
      minProperties: 1,
      maxProperties: COLUMNS_MAX,
      propertyNames: { minLength: 1, maxLength: COLUMN_NAME_MAX, pattern: LINE },
      additionalProperties: { type: 'string', minLength: 1, maxLength: FIELD_MAX, pattern: LINE },
    }),
    existing: Type.Optional({
      ...oneOf(existingRules, 'ExistingRule'),
      default: 'skip',
      description:
        'What to do when a contact with the same address exists: leave it unchanged or update it. Either way, it is added to the list and the group.',
    }),
    match_by: Type.Optional(
      Type.Array(oneOf(matchFields, 'MatchField'), {
        minItems: 1,
        maxItems: matchFields.length,
        description: 'The addresses used to find existing contacts. By default all of them.',
      }),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        default: 'IN',
        description: 'Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code.',
      }),
    ),
    consent_channels: Type.Optional(
      Type.Array(oneOf(channelNames, 'Channel'), {
        maxItems: channelNames.length,
        uniqueItems: true,
        description:
          'Channels on which everyone in the file has consented to messages. Where a column is mapped to the consent of a channel, the column decides. Nobody who unsubscribed is resubscribed; existing contacts are changed only with `existing: update`.',
      }),
    ),
  },
  'NewImport',
)

export const ImportQuery = In.object({
  ...pageQuery('imp'),
  status: Type.Optional(oneOf(importStatuses, 'ImportStatus')),
})

/** The state the caller saw: a cancel does not delete an import that ended in the meantime. */
export const ImportRemoval = In.object({
  only: Type.Optional(oneOf(['under_way', 'ended'], 'ImportPhase')),
})
export type ImportRemoval = Static<typeof ImportRemoval>

export type NewPreview = Static<typeof NewPreview>
export type NewImport = Static<typeof NewImport>
export type ImportQuery = Static<typeof ImportQuery>
