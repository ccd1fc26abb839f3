// One request of a test, as a program of somebody's would make it; its answer is held against the contract.

import { assertDocumented } from './documented.ts'
import { textOf } from './stream.ts'

export interface Answer {
  status: number
  headers: Headers
  body: any
  text: string
}

export interface RequestOptions {
  token?: string | null
  json?: unknown
  form?: Record<string, string> | [string, string][]
  multipart?: Record<string, string>
  body?: string | Buffer
  headers?: Record<string, string>
  /** For ever by default. */
  timeoutMs?: number
}

export async function request(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers }
  if (options.token) headers.authorization = `Bearer ${options.token}`
  let body: RequestInit['body']
  if (options.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(options.json)
  } else if (options.form) {
    body = new URLSearchParams(options.form)
  } else if (options.multipart) {
    const form = new FormData()
    for (const [name, value] of Object.entries(options.multipart)) form.append(name, value)
    body = form
  } else if (options.body !== undefined) {
    body = options.body as RequestInit['body']
  }
  const signal = options.timeoutMs === undefined ? null : AbortSignal.timeout(options.timeoutMs)
  const response = await fetch(url + path, { method, headers, body, redirect: 'manual', signal })
  const text = await textOf(response)
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
  const answer = {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : undefined,
    text,
  }
  assertDocumented(method, path, answer)
  return answer
}
