/** The result of `work`, or `reason` once `signal` aborts. The work continues. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, reason: () => Error): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(reason())
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
