// The templates of a business account at Meta, as the fake Cloud API keeps them: a name is unique per language, a
// changed template is reviewed again, an approved one keeps its category.

import type { ServerResponse } from 'node:http'

export interface CloudTemplate {
  id: string
  name: string
  language: string
  category: string
  status: string
  components: any[]
  rejected_reason?: string
}

/** A request that would change a template. */
export interface TemplateChange {
  what: 'create' | 'edit' | 'delete'
  body: Record<string, any>
}

/**
 * What it does with a change: applies it; applies it and drops the connection; drops the connection; refuses it with a
 * Graph error code; answers with a status.
 */
export type TemplateDecision =
  | 'accept'
  | 'lose answer'
  | 'lose request'
  | { code: number; subcode?: number; status?: number; title?: string; text?: string }
  | { status: number }

export interface TemplateStore {
  all: CloudTemplate[]
  /** The applied changes, in order. */
  done: TemplateChange[]
  /** Names that later lists do not show yet. */
  hidden: Set<string>
  /** The status of a template just after its creation. */
  statusOfNew: string
  answer(decide: (change: TemplateChange) => TemplateDecision): void
  has(id: string): boolean
  take(request: StoreRequest, response: ServerResponse): void
}

interface StoreRequest {
  method: string
  steps: string[]
  searchParams: URLSearchParams
  bytes: Buffer
}

const DUPLICATE = { code: 100, subcode: 2388024, title: 'Content in this language already exists' }

export function createTemplateStore(): TemplateStore {
  let decide: (change: TemplateChange) => TemplateDecision = () => 'accept'
  let count = 0

  const store: TemplateStore = {
    all: [],
    done: [],
    hidden: new Set(),
    statusOfNew: 'PENDING',
    answer(next) {
      decide = next
    },
    has: (id) => store.all.some((one) => one.id === id),
    take({ method, steps, searchParams, bytes }, response) {
      if (method === 'GET') return list(searchParams.get('name') ?? '', response)
      const query = Object.fromEntries(searchParams)
      const body = bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : {}
      const what = method === 'DELETE' ? 'delete' : steps.length === 2 ? 'create' : 'edit'
      const change = { what, body: { ...query, ...body, ...(what === 'edit' ? { id: steps[0] } : {}) } } as const
      const decision = decide(change)
      if (decision === 'lose request') return void response.destroy()
      if (typeof decision === 'object') return refuse(decision, response)
      const answer = perform(change)
      if (decision === 'lose answer') return void response.destroy()
      if ('code' in answer) return refuse(answer, response)
      say(response, 200, answer)
    },
  }

  function list(name: string, response: ServerResponse): void {
    const data = store.all.filter((one) => one.name.includes(name) && !store.hidden.has(one.name))
    say(response, 200, { data, paging: { cursors: { before: 'MAZDZD', after: 'MjQZD' } } })
  }

  function perform(change: TemplateChange): object {
    const { what, body } = change
    if (what === 'create') {
      if (store.all.some(({ name, language }) => name === body.name && language === body.language)) return DUPLICATE
      const { name, language, category, components } = body
      const made = { id: String(900_000 + ++count), name, language, category, components, status: store.statusOfNew }
      store.all.push(made)
      store.done.push(change)
      return { id: made.id, status: made.status, category }
    }
    const id = what === 'edit' ? body.id : body.hsm_id
    const one = store.all.find((each) => each.id === id)
    if (!one) return { code: 100, subcode: 2593002, title: 'Message Template Not Found' }
    if (what === 'edit' && one.status === 'APPROVED' && body.category !== undefined)
      return { code: 100, subcode: 2388025, title: 'An approved template keeps its category' }
    store.done.push(change)
    if (what === 'delete') store.all.splice(store.all.indexOf(one), 1)
    else Object.assign(one, { status: 'PENDING', ...body })
    return { success: true }
  }

  return store
}

function refuse(decision: { status?: number } | object, response: ServerResponse): void {
  const { code, subcode, status = 400, title, text } = decision as Record<string, any>
  if (code === undefined) return void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>')
  const words = { error_user_title: title, error_user_msg: text }
  const error = { message: 'Invalid parameter', type: 'OAuthException', code, error_subcode: subcode, ...words }
  say(response, status, { error })
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
