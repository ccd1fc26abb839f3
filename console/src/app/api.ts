// The SDK with the signed-in user's session, below /console/api. When the session has ended or a recent authentication
// is required, the user signs in in place and the call continues.

import { Samvad } from '@samvad/sdk'
import { noteMarks } from './marks.ts'
import { lookWhereWeAre } from './moved.tsx'
import { askAgain } from './proving.ts'
import { sessionHeaders } from './session.ts'

export const api = new Samvad({ baseUrl: '/console/api', headers: sessionHeaders, fetch: patientFetch })

export async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  noteMarks(response.headers)
  // Perhaps another tab took the browser to another organization.
  if (response.status === 409 && (await codeOf(response)) === 'conflict') void lookWhereWeAre().catch(() => {})
  const reason = await reasonOf(response)
  if (reason === null) return response
  // If the user closes the dialog, the call fails with its original refusal.
  if (!(await askAgain(reason))) return response
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(sessionHeaders())) headers.set(name, value)
  return fetch(input, { ...init, headers })
}

/** The step that the user must take first; null when none would help. */
async function reasonOf(response: Response): Promise<'signed_out' | 'not_fresh' | null> {
  if (response.status === 401) return 'signed_out'
  if (response.status !== 403) return null
  return (await codeOf(response)) === 'fresh_authentication_required' ? 'not_fresh' : null
}

async function codeOf(response: Response): Promise<string | undefined> {
  const copy = response.clone()
  const { code } = (await copy.json().catch(() => ({}))) as { code?: string }
  return code
}
