// A company that sends and recharges, and requests its usage statements.

import assert from 'node:assert/strict'
import { newUuid } from '#kit/ids.ts'
import { type Micros, parseMicros } from '#kit/money.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Answer, Company, TestSamvad } from './harness.ts'
import { openRecharge, payAtCheckout } from './payments.ts'

export const INVOICES = '/api/v1/billing/invoices'

export interface Sender extends Company {
  recharge(amount: string): Promise<unknown>
  /** Sends one email. */
  send(): Promise<{ id: string }>
  /** Cancels a queued message, which reverses its charge. */
  cancel(message: { id: string }): Promise<Answer>
  /** Gives it a price list in which every message costs the same. Call before the first message. */
  setPrice(price: string): Promise<unknown>
}

/** A company in Karnataka with a contact. `at` sets the clock. */
export async function newSender(samvad: TestSamvad, name: string, at: Date): Promise<Sender> {
  samvad.setClock(at)
  const company = await samvad.newCompany(name)
  const { token, organizationId } = company
  const make = async (path: string, json: object) => {
    const { status, body, text } = await samvad.request('POST', path, { token, json })
    assert.equal(status, 201, text)
    return body
  }
  await samvad.request('PUT', '/api/v1/billing/profile', { token, json: { legal_name: name, state_code: '29' } })
  const contact = await make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  const { id } = await make('/v1/conversations', { contact_id: contact.id })
  return {
    ...company,
    recharge: async (amount) =>
      payAtCheckout((await openRecharge(samvad, amount, {}, company)).checkout_url, 'success'),
    send: () => make('/v1/messages', { conversation_id: id, channel: 'email', subject: 'Namaste', text: 'Namaste' }),
    async cancel(message) {
      const answer = await samvad.request('DELETE', `/v1/messages/${message.id}`, { token })
      assert.equal(answer.status, 204, answer.text)
      return answer
    },
    setPrice(price) {
      const one = { mode: 'graduated', tiers: [{ up_to: null, price }] }
      const prices = { email: one, app_session: one, app_template: one, sms: one }
      return samvad.rows(
        `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
         values ($1, $2, 'Contract', '2020-01-01T00:00:00Z', $3, '2020-01-01T00:00:00Z')`,
        [newUuid(), organizationId, JSON.stringify({ currency: 'INR', sms_unit: 'message', prices })],
      )
    },
  }
}

/** A credit by the operator, which is not taxed. */
export function grant(samvad: TestSamvad, { organizationId }: Company, amount: Micros) {
  const at = samvad.app.clock()
  return samvad.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const key = `credit:${newUuid()}`
    const credit = { kind: 'credit', counterAccount: 'operator', key, description: 'Credit', amount } as const
    return wallet.move(tx, organizationId, walletState, credit, at)
  })
}

export const stateMonth = (samvad: TestSamvad, { token }: { token: string }, month: string): Promise<Answer> =>
  samvad.request('POST', INVOICES, { token, json: { kind: 'usage', month } })

/** An amount in a document, possibly negative. */
export function signed(amount: string): Micros {
  const micros = parseMicros(amount.replace('-', '')) as Micros
  return amount.startsWith('-') ? -micros : micros
}
