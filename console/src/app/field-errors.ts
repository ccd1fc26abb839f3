// Errors that the fields show already and the form's summary leaves out.

interface Refused<FieldError extends { field: string }> {
  code: string
  title: string
  detail: string
  requestId: string | null
  reason: string | null
  params: Readonly<Record<string, unknown>>
  errors: readonly FieldError[]
}

export function withoutFields<FieldError extends { field: string }>(
  { code, title, detail, requestId, reason, params, errors }: Refused<FieldError>,
  fields: ReadonlySet<string>,
): Refused<FieldError> {
  const left = errors.filter(({ field }) => !fields.has(field))
  return { code, title, requestId, reason, params, errors: left, detail: left.length < errors.length ? '' : detail }
}
