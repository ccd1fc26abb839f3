// Load over HTTP, by autocannon: keep-alive connections that each wait for their answer.

import autocannon from 'autocannon'

export interface Load {
  url: string
  token: string
  method?: 'GET' | 'POST' | 'PUT'
  connections: number
  seconds: number
  /** Path and body of each request, taken in turn. */
  requests: { path: string; body?: unknown }[]
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not a success. */
  failures: number
}

export async function load({ url, token, method = 'GET', connections, seconds, requests }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    requests: requests.map(({ path, body }) => ({
      method,
      path,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
