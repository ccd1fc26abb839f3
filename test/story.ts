// Common steps of tests: a person who acts over the API, and checks of refusals.

import assert from 'node:assert/strict'
import type { Answer, RequestOptions, TestSamvad } from './harness.ts'

export interface Person {
  get(path: string, options?: RequestOptions): Promise<Answer>
  post(path: string, json?: unknown, options?: RequestOptions): Promise<Answer>
  put(path: string, json?: unknown, options?: RequestOptions): Promise<Answer>
  delete(path: string, options?: RequestOptions): Promise<Answer>
  /** Creates a resource by a POST with these fields; fails the test unless it succeeds. */
  make(path: string, json: unknown): Promise<any>
}

/** A person who acts with their own token. */
export function person(samvad: TestSamvad, { token }: { token: string } = samvad.company): Person {
  const ask = (method: string) => (path: string, options?: RequestOptions) =>
    samvad.request(method, path, { token, ...options })
  const tell = (method: string) => (path: string, json?: unknown, options?: RequestOptions) =>
    samvad.request(method, path, { token, ...(json === undefined ? {} : { json }), ...options })
  const post = tell('POST')
  return {
    get: ask('GET'),
    post,
    put: tell('PUT'),
    delete: ask('DELETE'),
    async make(path, json) {
      const answer = await post(path, json)
      assert.ok(answer.status === 201 || answer.status === 200, answer.text)
      return answer.body
    },
  }
}

/** An RFC 9457 problem with this status and code, and errors for exactly these fields. */
export function assertRefused(answer: Answer, status: number, code: string, ...fields: string[]): void {
  assert.equal(answer.status, status, answer.text)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(answer.body.code, code, answer.text)
  assert.equal(answer.body.status, status)
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'))
  assert.deepEqual(
    (answer.body.errors ?? []).map(({ field }: { field: string }) => field),
    fields,
    answer.text,
  )
}

/** All rows of a list, page by page; `between` happens after each page. */
export async function walk(
  who: Person,
  path: string,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<any[]> {
  const PAGES_MAX = 200
  const rows: any[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const cursor = rows.length === 0 ? '' : `&starting_after=${rows.at(-1).id}`
    const { status, body, text } = await who.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`)
    assert.equal(status, 200, text)
    rows.push(...body.data)
    if (!body.has_more) return rows
    await between()
  }
  throw new Error(`the list does not end after ${PAGES_MAX} pages`)
}

export const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/** Adds an app account and deletes it: afterwards nothing can be sent on the channel. */
export async function withoutApp(who: Person): Promise<void> {
  const account = { phone_number_id: '1', business_account_id: '2', access_token: 'x', app_secret: 'y' }
  assert.equal((await who.put('/v1/channels/app', account)).status, 200)
  assert.equal((await who.delete('/v1/channels/app')).status, 204)
}

/** The same text with a different first character, valid in hexadecimal and base64url. */
export const bent = (text: string): string => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`
