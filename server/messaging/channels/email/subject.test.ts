// The subject of a reply.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answering } from './subject.ts'

test('spec 7.161: an answer has "Re:" and the subject of its thread, once', () => {
  const subjects: [thread: string, answer: string][] = [
    ['Your order', 'Re: Your order'],
    ['Re: Your order', 'Re: Your order'],
    ['RE: Your order', 'RE: Your order'],
    ['Re[2]: Your order', 'Re[2]: Your order'],
    ['AW: Your order', 'AW: Your order'],
    ['उत्तर: आपका ऑर्डर', 'उत्तर: आपका ऑर्डर'],
    ['Fwd: Bill', 'Re: Fwd: Bill'],
    ['Reply by Monday: rice', 'Re: Reply by Monday: rice'],
    ['', ''],
  ]
  for (const [thread, answer] of subjects) assert.equal(answering(thread), answer)
})
