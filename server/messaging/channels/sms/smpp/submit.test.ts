// One message on a bind: which of its parts are submitted, and the result of the message.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { OutboundMessage } from '../../adapter.ts'
import type { PartOutcome, PartRow } from '../queries.ts'
import { AnswerLost, NotSubmitted } from './faults.ts'
import { readMessage } from './pdu.ts'
import { type Shape, submitMessage } from './submit.ts'

const [OK, SYSTEM_ERROR, INVALID_NUMBER, THROTTLED] = [0, 0x08, 0x0b, 0x58]
const REFERENCE = 77
/** In three parts. */
const LONG = 'नमस्ते '.repeat(28)

interface Story {
  /** The provider's response to each part. */
  answers: readonly (number | Error)[]
  /** The results of the parts in earlier attempts. */
  before?: readonly PartRow['status'][]
  isLastTry?: boolean
  /** False when the results cannot be recorded. */
  isRecorded?: boolean
}

async function told({ answers, before = ['open', 'open', 'open'], isLastTry = false, isRecorded = true }: Story) {
  const asked: number[] = []
  const recorded: { outcomes: PartOutcome[]; isInPart: boolean }[] = []
  const undelivered: string[] = []
  let leavings = 0
  const message = {
    organizationId: newUuid(),
    deliveryId: newUuid(),
    address: '+919876543210',
    content: { text: LONG },
    at: new Date(),
    leaving: async () => void leavings++,
    ...(isLastTry ? { isLastTry: true } : {}),
  } as unknown as OutboundMessage
  const result = await submitMessage(
    {
      session: {
        async submit(body, leaving) {
          await leaving()
          const header = [...readMessage({ command: 4, status: 0, sequence: 1, body } as never).message.subarray(0, 6)]
          const part = header[5] as number
          assert.deepEqual(header, [5, 0, 3, REFERENCE, before.length, part])
          asked.push(part)
          const answer = answers[part - 1] as number | Error
          if (answer instanceof Error) throw answer
          return { status: answer, messageId: `id-${part}` }
        },
      },
      shape: {
        from: 'ASHATX',
        from_ton: 5,
        from_npi: 0,
        long_messages: 'parts',
        data_coding: { gsm: 0, ucs2: 8 },
        tlvs: [],
      } as unknown as Shape,
      parts: {
        async begin({ parts }) {
          assert.equal(parts.length, before.length)
          return before.map((status, index) => ({
            part: index + 1,
            reference: REFERENCE,
            status,
            provider_id: status === 'accepted' ? `earlier-${index + 1}` : null,
            error_code: null,
          }))
        },
        async record(_, outcomes, isInPart) {
          if (!isRecorded) throw new Error('the database is away')
          recorded.push({ outcomes: [...outcomes], isInPart })
        },
      },
      normalise: (id) => id,
      tellUndelivered: async (_, code) => void undelivered.push(code),
    },
    message,
    new AbortController().signal,
  )
  const { outcome } = result
  const name = 'providerId' in result ? result.providerId : 'code' in result ? result.code : null
  const noted = recorded[0]
  return {
    outcome,
    name,
    asked,
    noted: noted ? noted.outcomes.map(({ status }) => status) : null,
    isInPart: noted?.isInPart ?? null,
    undelivered,
    leavings,
  }
}

test('spec 7.42: when all parts are taken the message is, under a name that no receipt of a part has', async () => {
  assert.deepEqual(await told({ answers: [OK, OK, OK] }), {
    outcome: 'accepted',
    name: 'parts:id-1,id-2,id-3',
    asked: [1, 2, 3],
    noted: ['accepted', 'accepted', 'accepted'],
    isInPart: false,
    undelivered: [],
    leavings: 1,
  })
})

test('spec 7.42: where the first part is not taken no other is asked for, and the message is what that one is', async () => {
  for (const [answer, outcome, status] of [
    [INVALID_NUMBER, 'refused', 'refused'],
    [SYSTEM_ERROR, 'temporary', 'open'],
    [THROTTLED, 'throttled', 'open'],
    [new NotSubmitted('away'), 'unavailable', 'open'],
    [new AnswerLost('cut'), 'unknown', 'unknown'],
  ] as const) {
    const { asked, noted, isInPart, undelivered, ...all } = await told({ answers: [answer, OK, OK] })
    assert.deepEqual([all.outcome, asked, noted, isInPart, undelivered], [outcome, [1], [status], false, []])
  }
})

test('spec 7.42: only what was not taken is tried again, also where the first part was taken before', async () => {
  const before = ['accepted', 'open', 'delivered'] as const
  const { asked, outcome, name } = await told({ answers: [OK, OK, OK], before })
  assert.deepEqual([asked, outcome, name], [[2], 'accepted', 'parts:earlier-1,id-2,'])
  const unsettled = await told({ answers: [OK, OK, OK], before: ['accepted', 'unknown', 'refused'] })
  assert.deepEqual([unsettled.asked, unsettled.outcome], [[2, 3], 'accepted'])
})

test('spec 7.42, 7.89: what left in part and may go on waits, and that it left is noted', async () => {
  const { outcome, noted, isInPart, undelivered } = await told({ answers: [OK, SYSTEM_ERROR, THROTTLED] })
  assert.deepEqual([outcome, noted, isInPart, undelivered], ['throttled', ['accepted', 'open', 'open'], true, []])
  const again = await told({ answers: [OK, OK, SYSTEM_ERROR], before: ['accepted', 'open', 'open'] })
  assert.deepEqual([again.outcome, again.isInPart], ['temporary', true])
})

test('spec 7.42, 7.89: what left in part and cannot go on is undelivered, not given back, nor sent as a whole', async () => {
  const refused = await told({ answers: [OK, INVALID_NUMBER, SYSTEM_ERROR] })
  assert.deepEqual(
    [refused.outcome, refused.name, refused.undelivered, refused.isInPart],
    ['accepted', 'parts:id-1', ['esme_rinvdstadr'], true],
  )
  const last = await told({ answers: [OK, SYSTEM_ERROR, OK], isLastTry: true })
  assert.deepEqual([last.outcome, last.undelivered], ['accepted', ['parts_missing']])
})

test('spec 7.13, 7.42: one part of which nobody knows makes the message unknown, whatever became of the others', async () => {
  for (const answers of [
    [OK, new AnswerLost('cut'), OK],
    [OK, new AnswerLost('cut'), INVALID_NUMBER],
    [OK, SYSTEM_ERROR, new AnswerLost('cut')],
  ]) {
    for (const isLastTry of [false, true]) {
      const { outcome, undelivered } = await told({ answers, isLastTry })
      assert.deepEqual([outcome, undelivered], ['unknown', []])
    }
  }
})

test('spec 7.42: what was taken and could not be noted is not sent a second time', async () => {
  const { outcome, undelivered } = await told({ answers: [OK, SYSTEM_ERROR, OK], isRecorded: false })
  assert.deepEqual([outcome, undelivered], ['unknown', []])
  assert.equal((await told({ answers: [OK, OK, OK], isRecorded: false })).outcome, 'accepted', 'all of it has left')
  assert.equal((await told({ answers: [SYSTEM_ERROR, OK, OK], isRecorded: false })).outcome, 'temporary', 'nothing has')
})
