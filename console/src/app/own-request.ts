// Calls of the console about the person themselves, which are not in the contract. As patient as those of the API:
// where the person has to prove who they are first, it waits for that.

import { Samvad } from '@samvad/sdk'
import { patientFetch } from './api.ts'
import { sessionHeaders } from './session.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const samvad = new Samvad({ baseUrl: '/', headers: sessionHeaders, fetch: patientFetch, retries: 1 })

/** `path` from the root: `/console/session/factors`. Throws a `SamvadError`. */
export async function ownRequest<T = void>(method: Method, path: string, body?: unknown): Promise<T> {
  return samvad.request<T>(method, path, { body, idempotencyKey: null })
}
