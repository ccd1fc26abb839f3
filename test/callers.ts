// Callers at different addresses: on Linux all of 127.0.0.0/8 is loopback, so that a test can be several strangers.

import { request } from 'node:http'

export interface CallerAnswer {
  status: number
  body: any
  cookies: string[]
  retryAfter: string | undefined
  ms: number
}

/** Signs in over a separate connection from this address. */
export function signInFrom(
  url: string,
  localAddress: string,
  email: string,
  password: string,
  cookies: string[] = [],
): Promise<CallerAnswer> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  const headers = { 'content-type': 'application/json', cookie: cookies.map((one) => one.split(';')[0]).join('; ') }
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path: '/console/session', method: 'POST', localAddress, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()),
            cookies: answer.headers['set-cookie'] ?? [],
            retryAfter: answer.headers['retry-after'],
            ms: performance.now() - began,
          }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify({ email, password }))
  })
}
