// Forms in tests: published forms, and a visitor without JavaScript who fills them in as a browser would.

import type { Field, FormDefinition, Settings } from '#forms/definitions/definition.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { TestSamvad } from './harness.ts'

let count = 0

export interface TestForm {
  id: Uuid
  slug: string
  path: string
  organizationId: Uuid
}

export const fieldOf = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  type,
  label: `Label of ${key}`,
  ...more,
})

export const definitionOf = (fields: Field[], settings: Partial<Settings> = {}): FormDefinition => ({
  fields,
  settings: { languages: ['en'], default_language: 'en', ...settings },
})

/** Published directly in the database, so that definitions which the API refuses can be tested too. */
export async function publishForm(
  samvad: TestSamvad,
  fields: Field[],
  settings: Partial<Settings> = {},
  { name = 'Contact us', slug = `form-${++count}`, company = samvad.company } = {},
): Promise<TestForm> {
  const at = samvad.app.clock()
  const id = newUuid(at.getTime())
  const { organizationId, userId } = company
  const definition = JSON.stringify(definitionOf(fields, settings))
  await samvad.rows(
    `insert into forms (org_id, id, name, slug, status, definition, version, is_changed, published_at, created_by,
       created_at, updated_at)
     values ($1, $2, $3, $4, 'published', $5, 1, false, $6, $7, $6, $6)`,
    [organizationId, id, name, slug, definition, at, userId],
  )
  await samvad.rows(
    'insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at) values ($1, $2, 1, $3, $4, $5, $6)',
    [organizationId, id, name, definition, userId, at],
  )
  await samvad.rows('insert into form_slugs (slug, org_id, form_id, created_at) values ($1, $2, $3, $4)', [
    slug,
    organizationId,
    id,
    at,
  ])
  await samvad.rows('insert into form_counts (org_id, form_id) values ($1, $2)', [organizationId, id])
  return { id, slug, path: `/f/${slug}`, organizationId }
}

export interface Page {
  status: number
  headers: Headers
  html: string
  /** The hidden fields of the page's form. */
  hidden: Record<string, string>
  text: string
}

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
export const unescaped = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => UNESCAPED[one] as string)

export async function pageOf(answer: Response): Promise<Page> {
  const html = await answer.text()
  const hidden: Record<string, string> = {}
  for (const [, name, value] of html.matchAll(
    /<input type="hidden" name="(_state|_proof|_act|_started)" value="([^"]*)"/g,
  ))
    hidden[name as string] = value as string
  const text = unescaped(html.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, ' ')).replaceAll(
    /\s+/g,
    ' ',
  )
  return { status: answer.status, headers: answer.headers, html, hidden, text }
}

type Values = Record<string, string | readonly string[]>

export interface VisitOptions {
  query?: string
  headers?: Record<string, string>
}

/** A visitor whose browser runs no JavaScript. */
export class Visitor {
  readonly #samvad: TestSamvad
  readonly #form: TestForm
  readonly #headers: Record<string, string>

  constructor(samvad: TestSamvad, form: TestForm, headers: Record<string, string> = {}) {
    this.#samvad = samvad
    this.#form = form
    this.#headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', accept: 'text/html', ...headers }
  }

  get url(): string {
    return `${this.#samvad.url}${this.#form.path}`
  }

  async open(query = '', headers: Record<string, string> = {}): Promise<Page> {
    return pageOf(await fetch(`${this.url}${query}`, { headers: { ...this.#headers, ...headers }, redirect: 'manual' }))
  }

  /** Presses a button of a page. */
  async send(page: Pick<Page, 'hidden'>, values: Values = {}, act = 'next'): Promise<Page> {
    const body = new URLSearchParams({ ...page.hidden, _act: page.hidden._act ?? act })
    for (const [name, value] of Object.entries(values))
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one)
    return pageOf(await fetch(this.url, { method: 'POST', body, headers: this.#headers, redirect: 'manual' }))
  }

  async sendFiles(
    page: Page,
    values: Values,
    files: readonly [field: string, name: string, content: string | Uint8Array<ArrayBuffer>][],
  ): Promise<Page> {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...page.hidden, _act: 'next', ...values }))
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one)
    for (const [field, name, content] of files) body.append(field, new Blob([content]), name)
    return pageOf(await fetch(this.url, { method: 'POST', body, headers: this.#headers, redirect: 'manual' }))
  }
}
