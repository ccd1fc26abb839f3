// What callers say of the client, and of a single call.

type Token = string | null | undefined

export interface SamvadOptions {
  /** Where the installation is: its `PUBLIC_URL`. In a browser a path of the same origin will do. */
  baseUrl: string
  /** An access token, or who gives one: asked before every try, so that it may give another each time. Null is none. */
  token?: Token | (() => Token | Promise<Token>)
  /** Instead of the global `fetch`: for a proxy, or to look at what is sent. */
  fetch?: typeof fetch | undefined
  /** How long each try may take, its answer included; 30,000 unless said, 15 minutes for an upload. */
  timeoutMs?: number | undefined
  /** How often a call that is safe to repeat is tried again; 3 unless said, at most 10. */
  retries?: number | undefined
  /** Sent with every request, or who gives them. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>) | undefined
}

/** Of a single call: `samvad.messages.send(message, { idempotencyKey })`. */
export interface CallOptions {
  /** Ends the call, also while it waits to be tried again. */
  signal?: AbortSignal | undefined
  /** How long each try may take, its answer included. */
  timeoutMs?: number | undefined
  /** How often it is tried again where that is safe. */
  retries?: number | undefined
  /** Sent with this request besides. */
  headers?: Record<string, string> | undefined
  /** Of a POST: your own instead of a random one; null for none, and then it is never tried again. */
  idempotencyKey?: string | null | undefined
}

/** In a GET or a DELETE they stand beside the query. */
export function apart({ signal, timeoutMs, retries, headers, idempotencyKey, ...query }: CallOptions = {}): {
  options: CallOptions
  query: Record<string, unknown>
} {
  return { options: { signal, timeoutMs, retries, headers, idempotencyKey }, query }
}
