// API schemas of exports: spec 13.21.

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
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent.' }),
    from: Out.time(),
    to: Type.Integer({ ...Out.time(), description: 'End of the period (exclusive), in Unix seconds.' }),
    user_id: Type.String({ ...Out.id('user'), description: 'User who requested the export.' }),
    filename: Type.String(),
    row_count: Out.nullable(Type.Integer({ description: 'Number of rows; null until completed.' })),
    size: Out.nullable(Type.Integer({ description: 'Size of the file in bytes; null until completed.' })),
    sha256: Out.nullable(
      Type.String({ description: 'SHA-256 hash of the file, in hexadecimal; null until completed.' }),
    ),
    error: Out.nullable(oneOf(exportErrors, 'ExportError')),
    url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'Download link of the file. It requires no access token and works until `expires_at`, as long as the token that retrieved it can view the export. Null until completed, after the export is withdrawn (the link then returns 410), and in events.',
    }),
    created_at: Out.time(),
    ended_at: Out.nullable(
      Out.time('When the export was completed, failed or was cancelled, in Unix seconds. Null while in progress.'),
    ),
    expires_at: Type.Integer({
      ...Out.time(),
      description: 'When the export and its file are deleted, in Unix seconds.',
    }),
  },
  { $id: 'Export' },
)

export const NewExport = In.object(
  {
    kind: oneOf(exportKinds, 'ExportKind'),
    format: oneOf(exportFormats, 'ExportFormat'),
    from: In.time(),
    to: In.periodEnd(),
    filter: Type.Optional({
      ...ContactExportFilter,
      description: 'Only for the kind `contacts`: the same filters as for the list of contacts.',
    }),
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
