// The console's calls about the signed-in user, which are not in the contract. Like API calls, they wait when the user
// has to authenticate first.

import { Samvad } from '@samvad/sdk'
import { patientFetch } from './api.ts'
import { sessionHeaders } from './session.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const samvad = new Samvad({ baseUrl: '/', headers: sessionHeaders, fetch: patientFetch, retries: 1 })

/** `path` from the root: `/console/session/factors`. Throws a `SamvadError`. */
export async function ownRequest<T = void>(method: Method, path: string, body?: unknown): Promise<T> {
  return samvad.request<T>(method, path, { body, idempotencyKey: null })
}
