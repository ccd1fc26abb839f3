// The callers of hostile requests: an owner who is also the operator, a viewer, and an owner of another organization;
// and ids of existing things, so that a request reaches the action behind its route.

import assert from 'node:assert/strict'
import type { Chance } from '../kills/chance.ts'
import { eventually, type Program } from '../program.ts'

const IDS_OF_A_KIND_MAX = 40
const TOKENS_OF_A_KIND = 8
const ID = /"(?:[a-z_]*)?":"(([a-z]+)_[0-9a-hjkmnp-tv-z]{26})"/g

export interface HostileCompany {
  token(): string
  idOf(prefix: string): string
  /** Collects the ids that an answer shows, for later requests. */
  learn(text: string): void
  /** Replaces a refused token, which a hostile request may have revoked. */
  replaceToken(refused: string): Promise<void>
}

export async function settle(program: Program, chance: Chance): Promise<HostileCompany> {
  const ids = new Map<string, string[]>()
  const { body: me } = await program.request('GET', '/v1/me')
  // The observer's token and user, which no hostile request may delete.
  const untouchable = new Set<string>([me.token_id, me.id, me.user_id].filter((id) => typeof id === 'string'))

  async function make(path: string, json: object, token = program.token): Promise<any> {
    const { status, body, text } = await program.request('POST', path, { json, token })
    assert.ok(status === 201 || status === 200, `${path} ${text}`)
    return body
  }

  /** Parses the JSON output of a command, which is preceded by lines about its data folder. */
  async function told(...words: string[]): Promise<{ id: string; access_token: string }> {
    const { code, out } = await program.cli(...words, '--json')
    assert.equal(code, 0, out)
    return JSON.parse(out.slice(out.indexOf('{')))
  }

  async function pay({ checkout_url }: { checkout_url: string }): Promise<void> {
    const body = new URLSearchParams({ method: 'upi', outcome: 'success' })
    await fetch(checkout_url, { method: 'POST', body, redirect: 'manual' })
  }

  function learn(text: string): void {
    for (const [, id, prefix] of text.matchAll(ID) as Iterable<[string, string, string]>) {
      if (untouchable.has(id)) continue
      const known = ids.get(prefix) ?? []
      if (known.length < IDS_OF_A_KIND_MAX) ids.set(prefix, [...known, id])
      else known[chance.integer(known.length)] = id
    }
  }

  const newToken = async (json: object): Promise<string> =>
    (await make('/v1/tokens', { name: 'hostile', ...json })).access_token

  // Their answers are not collected: a token that one hostile request revokes would be useless to the next.
  const limited = ['conversations.view', 'messages.view', 'contacts.view']
  const tokens = [
    ...(await Promise.all(Array.from({ length: TOKENS_OF_A_KIND }, () => newToken({})))),
    await newToken({ permissions: limited }),
    await newToken({ permissions: ['balance.view'] }),
  ]
  const owner = 'owner@neighbour.example'
  const neighbour = await told('organization', 'create', '--name', 'Neighbour', '--owner-email', owner)
  tokens.push((await told('token', 'create', '--user', owner, '--organization', neighbour.id)).access_token)
  await pay(await make('/api/v1/billing/recharges', { amount: '1000.00' }))
  const contact = await make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@customer.example' })
  const group = await make('/v1/groups', { name: 'Pune dealers', contacts: [contact.id] })
  const conversation = await make('/v1/conversations', { contact_id: contact.id })
  const both = await make('/v1/conversations', { group_id: group.id })
  for (const one of [contact, group, conversation, both]) learn(JSON.stringify(one))
  for (const conversation_id of [conversation.id, both.id]) {
    const draft = { conversation_id, channel: 'email', subject: 'Your order', text: 'It leaves today.' }
    await eventually('the money is there', async () => {
      const { status, text } = await program.request('POST', '/v1/messages', { json: draft })
      if (status === 201) learn(text)
      return status === 201
    })
  }
  learn((await program.request('POST', '/api/v1/billing/recharges', { json: { amount: '500.00' } })).text)

  return {
    token: () => chance.pick(tokens),
    idOf: (prefix) => chance.pick(ids.get(prefix) ?? [`${prefix}_01jd3v9k7he2n8q4x5c6t7w8yz`]),
    learn,
    async replaceToken(refused) {
      const place = tokens.indexOf(refused)
      if (place >= 0) tokens[place] = await newToken({})
    },
  }
}
