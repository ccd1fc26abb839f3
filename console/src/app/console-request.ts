// Calls that only the console uses (sign-in, sessions, factors) and that are not in the contract. They also go through
// the SDK, so that they fail in the same way.

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
