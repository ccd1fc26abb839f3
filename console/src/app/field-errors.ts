// What the summary below a form leaves out: the errors that its fields show already.

import type { SamvadError } from '@samvad/sdk'

type Refused = Pick<SamvadError, 'code' | 'title' | 'detail' | 'requestId' | 'reason' | 'params' | 'errors'>

export function withoutFields(error: Refused, fields: ReadonlySet<string>): Refused {
  const { code, title, detail, requestId, reason, params, errors } = error
  const left = errors.filter(({ field }) => !fields.has(field))
  return { code, title, requestId, reason, params, errors: left, detail: left.length < errors.length ? '' : detail }
}
