// Messages of one conversation (an ordering key), sent one after another, and a provider that returns a chosen result
// for each: for tests of the order of sending, on a clock that they set.

import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { readyToSend, type Sending } from './company.ts'
import { startSamvad } from './harness.ts'

export const NOON = new Date('2026-03-10T06:30:00Z')
export const accepted: SendResult = { outcome: 'accepted', providerId: '<a@b>' }
export const later: SendResult = { outcome: 'temporary', detail: 'greylisted', retryAfterMs: null }
export const numbered = (count: number, name = '') => Array.from({ length: count }, (_, n) => `${name}${n + 1}`)
const goesOn = new AbortController().signal

export async function startStrands() {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  let now = NOON
  beforeEach(() => setClock(NOON))
  function setClock(at: Date): void {
    now = at
    samvad.setClock(at)
  }
  const pass = (ms: number) => setClock(new Date(now.getTime() + ms))

  const company = async (): Promise<Sending> => readyToSend(samvad, await samvad.newCompany('Weavers'), 5000n)

  /** Creates messages one after another in the conversation. */
  async function write(of: Sending, texts: readonly string[], fields: object = {}): Promise<void> {
    const messages = texts.map((text) => ({ conversation_id: of.conversationId, channel: 'email', text, ...fields }))
    for (let from = 0; from < messages.length; from += 1000) {
      const json = { messages: messages.slice(from, from + 1000) }
      const answer = await samvad.request('POST', '/v1/messages/batch', { token: of.company.token, json })
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.body.data.every(({ status }: { status: number }) => status === 201))
    }
  }

  /** Records what the provider receives; `answer` returns the result. */
  function keeping(of: Sending, answer: (text: string, message: OutboundMessage) => SendResult | Promise<SendResult>) {
    const asked: string[] = []
    const email: Adapter = {
      async send(message) {
        if (message.organizationId !== of.company.organizationId) return accepted
        asked.push(message.content.text as string)
        return answer(message.content.text as string, message)
      },
      async close() {},
    }
    return { asked, run: () => createDispatcher(samvad.app, { email }).run(goesOn) }
  }

  async function statuses({ company: { organizationId } }: Sending): Promise<string[]> {
    const rows = await samvad.rows<{ text: string; status: string }>(
      `select m.text, d.status from deliveries d join messages m on m.org_id = d.org_id and m.id = d.message_id
        where d.org_id = $1 order by d.id`,
      [organizationId],
    )
    return rows.map(({ text, status }) => `${text} ${status}`)
  }

  return { samvad, now: () => now, pass, company, write, keeping, statuses }
}
