// Uploads the file in a template's header for Meta's reviewers. It is not the file that messages send: the "Resumable
// Upload API" stores it for the access token's app and returns a handle.

import type { Details } from '#kit/messages/details.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { NotNow, ToRegister } from '../template-registrar.ts'
import type { CloudAccount, CloudAnswer, CloudApi } from './cloud-api.ts'
import { fieldsOf, textOf } from './json-values.ts'
import { graphErrorOf } from './outcomes.ts'

/** Meta's id of an upload session; nothing else may go into the path of a call. */
const SESSION = /^upload:[\x21-\x7e]{1,2000}$/

/** Returns the handle, for `header_handle`. */
export async function uploadHeader(
  api: CloudApi,
  account: CloudAccount,
  file: NonNullable<ToRegister['file']>,
  signal: AbortSignal,
): Promise<{ handle: string } | NotNow> {
  const app = await api.call(account, { method: 'GET', path: 'app?fields=id' }, signal)
  const appId = textOf(fieldsOf(app.body)?.id)
  if (appId === null || !/^\d{1,40}$/.test(appId)) return notNow(detailsOf('meta_app_unknown'), app)
  const { filename, contentType, size } = file
  const query = new URLSearchParams({ file_name: filename, file_length: String(size), file_type: contentType })
  const begun = await api.call(account, { method: 'POST', path: `${appId}/uploads?${query}` }, signal)
  const session = textOf(fieldsOf(begun.body)?.id)
  if (session === null || !SESSION.test(session)) return notNow(detailsOf('header_file_not_taken'), begun)
  const content = await file.open()
  try {
    const body = { contentType, parts: [content], size }
    // Only this call uses this name for the token.
    const headers = { authorization: `OAuth ${account.accessToken}`, file_offset: '0' }
    const done = await api.call(account, { method: 'POST', path: session, body, headers }, signal)
    const handle = textOf(fieldsOf(done.body)?.h)
    return handle === null ? notNow(detailsOf('header_file_not_taken'), done) : { handle }
  } finally {
    content.destroy()
  }
}

/** The template cannot be submitted now: the reason, and Meta's own message. */
function notNow(explained: Details & readonly object[], { status, body }: CloudAnswer): NotNow {
  const error = graphErrorOf(fieldsOf(body)?.error)
  const said = error === null ? detailsOf('meta_status', { status }) : error.detail
  return { outcome: 'unavailable', detail: [...explained, ...said] as Details }
}
