// Calls of the console alone (sign-in, sessions, factors), which are not in the contract: by the SDK too, so that they
// fail as all others do.

import { Samvad } from '@samvad/sdk'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const samvad = new Samvad({ baseUrl: '/', retries: 1 })

/** `path` from the root: `/console/session`. Throws a `SamvadError`. */
export async function consoleRequest<T = void>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  return samvad.request<T>(method, path, { body, idempotencyKey: null, ...(headers && { headers }) })
}
