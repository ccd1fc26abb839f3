// Options of the client, and of a single call.

type Token = string | null | undefined

export interface SamvadOptions {
  /** The installation's `PUBLIC_URL`. In a browser a path of the same origin is enough. */
  baseUrl: string
  /**
   * An access token, or a function that returns one, called before every attempt so that the token may change. Null:
   * none.
   */
  token?: Token | (() => Token | Promise<Token>)
  /** Replaces the global `fetch`: for a proxy, or to inspect requests. */
  fetch?: typeof fetch | undefined
  /** Timeout of each attempt in milliseconds, including its response; default 30,000, and 15 minutes for an upload. */
  timeoutMs?: number | undefined
  /** Maximum number of retries of a call that is safe to repeat; default 3, at most 10. */
  retries?: number | undefined
  /** Sent with every request; or a function that returns them. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>) | undefined
}

/** Options of a single call: `samvad.messages.send(message, { idempotencyKey })`. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. */
  signal?: AbortSignal | undefined
  /** Timeout of each attempt in milliseconds, including its response. */
  timeoutMs?: number | undefined
  /** Maximum number of retries where repeating is safe. */
  retries?: number | undefined
  /** Additional headers of this request. */
  headers?: Record<string, string> | undefined
  /** For a POST: your own key instead of a random one. Null for no key; the call is then never retried. */
  idempotencyKey?: string | null | undefined
}

/** In a GET or DELETE, options and query share one object. */
export function apart({ signal, timeoutMs, retries, headers, idempotencyKey, ...query }: CallOptions = {}): {
  options: CallOptions
  query: Record<string, unknown>
} {
  return { options: { signal, timeoutMs, retries, headers, idempotencyKey }, query }
}
