// Exports as the API takes and shows them: spec 13.21.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { ContactExportFilter } from '#messaging/contacts/schema.ts'
import { exportErrors, exportFormats, exportKinds, exportStatuses } from './rules.ts'

export const Export = Type.Object(
  {
    id: Out.id('exp'),
    kind: oneOf(exportKinds, 'ExportKind'),
    format: oneOf(exportFormats, 'ExportFormat'),
    status: oneOf(exportStatuses, 'ExportStatus'),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.' }),
    from: Out.time(),
    to: Type.Integer({ ...Out.time(), description: 'Unix seconds; not part of the period.' }),
    user_id: Type.String({ ...Out.id('user'), description: 'Who asked for it.' }),
    filename: Type.String(),
    row_count: Out.nullable(Type.Integer({ description: 'Rows of it; null until it is completed.' })),
    size: Out.nullable(Type.Integer({ description: 'Bytes; null until it is completed.' })),
    sha256: Out.nullable(Type.String({ description: 'Of the file, in hexadecimal; null until it is completed.' })),
    error: Out.nullable(oneOf(exportErrors, 'ExportError')),
    url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'A link that serves the file as a download without a token, until expires_at and for as long as the token that asked for it may see the export. Null until it is completed, when it is withdrawn (the link answers 410 then), and in events.',
    }),
    created_at: Out.time(),
    ended_at: Out.nullable(Out.time()),
    expires_at: Type.Integer({ ...Out.time(), description: 'Unix seconds. Then the export and its file are gone.' }),
  },
  { $id: 'Export' },
)

export const NewExport = In.object(
  {
    kind: oneOf(exportKinds, 'ExportKind'),
    format: oneOf(exportFormats, 'ExportFormat'),
    from: In.time(),
    to: In.periodEnd(),
    filter: Type.Optional({ ...ContactExportFilter, description: 'Of contacts alone, as their list is narrowed.' }),
  },
  'NewExport',
)
export type NewExport = Static<typeof NewExport>

export const ExportQuery = In.object({
  ...pageQuery('exp'),
  kind: Type.Optional(oneOf(exportKinds, 'ExportKind')),
  status: Type.Optional(oneOf(exportStatuses, 'ExportStatus')),
})
export type ExportQuery = Static<typeof ExportQuery>
