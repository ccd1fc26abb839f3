// A name from outside is an ordinary key, even where the prototype has a property of that name: spec 3.5.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentOf } from '#messaging/channels/app/incoming-content.ts'
import { isProven } from '#messaging/channels/sms/http/proof.ts'
import { paymentOf as cashfreePayment } from '#money/gateways/providers/cashfree-entities.ts'
import { paymentOf as razorpayPayment } from '#money/gateways/providers/razorpay-entities.ts'
import { fill, fillHtml } from '../../console/src/app/template-fill.ts'
import { ownOf } from './own.ts'

const OF_PROTOTYPES = ['constructor', 'toString', 'valueof', 'hasOwnProperty', '__proto__']

test('spec 3.5: an object has no value by a name of its prototype', () => {
  for (const name of OF_PROTOTYPES) assert.equal(ownOf<unknown>({}, name), undefined, name)
  assert.equal(ownOf(JSON.parse('{"__proto__":"x"}'), '__proto__'), 'x')
})

test('spec 3.5: a payment, a message and a signature that are named after a prototype are read like any other', () => {
  for (const name of OF_PROTOTYPES) {
    const ofRazorpay = { id: 'pay_1', order_id: 'order_1', status: 'captured', currency: 'INR', amount: '100' }
    assert.equal(razorpayPayment({ entity: 'payment', ...ofRazorpay, method: name })?.method, null, name)
    assert.equal(razorpayPayment({ entity: 'payment', ...ofRazorpay, status: name }), null, name)
    const ofCashfree = {
      cf_payment_id: '1',
      payment_status: 'SUCCESS',
      payment_currency: 'INR',
      payment_amount: '1.00',
      payment_group: name,
    }
    assert.equal(cashfreePayment(ofCashfree, 'order_1', null)?.method, null, name)
    const openMedia = () => assert.fail('it has no file')
    assert.match(contentOf({ type: name }, openMedia).text ?? '', /cannot be shown here/, name)
    const given = { headers: {}, query: new URLSearchParams(), rawBody: Buffer.alloc(0), at: new Date() }
    const proof = { by: 'header', name, prefix: '', key: 'callback_secret' } as Parameters<typeof isProven>[0]
    assert.equal(isProven(proof, 'secret', given), false, name)
  }
})

test('spec 15.5: a variable that is named after a prototype stays in its place while it has no value', () => {
  assert.equal(fill('Dear {{constructor}}', {}), 'Dear {{constructor}}')
  assert.equal(fillHtml('<p>{{toString}}</p>', {}), '<p>{{toString}}</p>')
  assert.equal(fillHtml('<p>{{toString}}</p>', { toString: '<Ravi>' } as never), '<p>&lt;Ravi&gt;</p>')
})
