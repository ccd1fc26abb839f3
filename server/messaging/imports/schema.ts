// Imports as the API takes and shows them: spec 6.10.

import { pageQuery } from '#edge/paging.ts'
import { LINE } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { delimiters, encodings } from './format.ts'
import { existingRules, importErrors, importStatuses, matchFields, plainFields } from './rules.ts'

const FIELD_MAX = 75
const COLUMNS_MAX = 200
const COLUMN_NAME_MAX = 120
const FIELDS = `${plainFields.map((field) => `\`${field}\``).join(', ')}, or \`attributes.\` and the name of one of your own fields`

const mapping = (limits: object) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: `Column → field, by the names that the preview shows: ${FIELDS}. A column that is not named is passed over.`,
    examples: [{ Name: 'display_name', 'E-mail': 'email', City: 'attributes.city' }],
    additionalProperties: { type: 'string' },
    ...limits,
  })

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const Import = Type.Object(
  {
    id: Out.id('imp'),
    status: oneOf(importStatuses, 'ImportStatus'),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.' }),
    filename: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    user_id: Type.String({ ...Out.id('user'), description: 'Who asked for it, and whose the contacts become.' }),
    list_id: Out.nullable(Out.id('list')),
    mapping: mapping({}),
    existing: oneOf(existingRules, 'ExistingRule'),
    match_by: Type.Array(oneOf(matchFields, 'MatchField')),
    country: Type.String({ description: 'Of phone numbers without a country code: ISO 3166, two letters.' }),
    rows: count('Rows read so far; the header and blank lines are none.'),
    created: count('Contacts made.'),
    updated: count('Rows that found a contact and changed it.'),
    skipped: count('Rows that found a contact and left it as it is.'),
    failed: count('Rows that came to nothing.'),
    error: Out.nullable(oneOf(importErrors, 'ImportError')),
    error_detail: Out.nullable(Type.String({ description: 'In words, with the row.' })),
    error_details: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Stable, for programs. More codes may be added.' }),
        message: Type.String({ description: 'In English.' }),
        params: Type.Record(Type.String(), Type.Unknown(), { description: 'The values in the text.' }),
      }),
      { description: 'The sentences of `error_detail`, each with its code and the values in it.' },
    ),
    errors_url: Out.nullable(
      Type.String({ description: 'The rows that failed, as CSV, for a caller with a token; null when none has.' }),
    ),
    created_at: Out.time(),
    ended_at: Out.nullable(Out.time()),
    expires_at: Type.Integer({ ...Out.time(), description: 'Unix seconds. Then the import and its errors are gone.' }),
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
    size: Type.Integer({ description: 'Bytes.' }),
    encoding: Type.Unsafe<(typeof encodings)[number] | null>({
      ...Out.nullable(oneOf(encodings, 'ImportEncoding')),
      description: 'Null for a spreadsheet (.xlsx).',
    }),
    delimiter: Type.Unsafe<(typeof delimiters)[number] | null>({
      ...Out.nullable(oneOf(delimiters, 'ImportDelimiter')),
      description: 'Null for a spreadsheet (.xlsx).',
    }),
    has_header: Type.Boolean(),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'By which a mapping names it: each has another.' }),
        suggested: Out.nullable(Type.String({ description: 'The field that it seems to be.' })),
      }),
    ),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first rows behind the header.' }),
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
        'What becomes of a contact that has the address already; it joins the list and the group either way.',
    }),
    match_by: Type.Optional(
      Type.Array(oneOf(matchFields, 'MatchField'), {
        minItems: 1,
        maxItems: matchFields.length,
        description: 'The addresses by which a contact is found; by default all of them.',
      }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', default: 'IN', description: 'Of phone numbers without a country code.' }),
    ),
  },
  'NewImport',
)

export const ImportQuery = In.object({
  ...pageQuery('imp'),
  status: Type.Optional(oneOf(importStatuses, 'ImportStatus')),
})

/** The state that the caller saw: who cancels an import does not delete one that ended in the meantime. */
export const ImportRemoval = In.object({
  only: Type.Optional(oneOf(['under_way', 'ended'], 'ImportPhase')),
})
export type ImportRemoval = Static<typeof ImportRemoval>

export type NewPreview = Static<typeof NewPreview>
export type NewImport = Static<typeof NewImport>
export type ImportQuery = Static<typeof ImportQuery>
