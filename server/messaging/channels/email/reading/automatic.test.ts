// Which mails are automatic, by their headers and subjects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { automationOf } from './automatic.ts'

function automation(headers: Record<string, string>, subject = 'Your order', envelopeFrom = 'ravi@shop.example') {
  const list = Object.entries(headers).map(([key, value]) => ({ key: key.toLowerCase(), originalKey: key, value }))
  return automationOf({ headers: list, subject }, envelopeFrom)
}

test('spec 7.58: an out-of-office answer is recognized by its headers, its subject or its empty return path', () => {
  const replies: Record<string, string>[] = [
    { 'Auto-Submitted': 'auto-replied (vacation)' },
    { 'Auto-Submitted': 'Auto-Replied;owner-email="ravi@shop.example"' },
    { 'X-Autoreply': 'yes' },
    { 'X-Autorespond': '' },
    { 'X-Autorespond': 'Your order' },
    { Precedence: 'auto_reply' },
    { 'Auto-Submitted': 'auto-generated', 'In-Reply-To': '<a@b>', 'X-Auto-Response-Suppress': 'All' },
  ]
  for (const headers of replies) assert.equal(automation(headers), 'reply', JSON.stringify(headers))
  for (const subject of [
    'Out of Office',
    'Out of Office: Your order',
    'Out of Office AutoReply: Your order',
    'Automatic reply: Your order',
    'Auto-Reply: Your order',
    'स्वचालित उत्तर: Your order',
    'Réponse automatique : Your order',
    'Automatische Antwort: Your order',
  ])
    assert.equal(automation({}, subject), 'reply', subject)
  assert.equal(automation({ 'In-Reply-To': '<a@b>' }, 'நான் இப்போது இல்லை', ''), 'reply')
})

test('spec 7.58: lists and notifications are of programs, but answer nothing', () => {
  const others: Record<string, string>[] = [
    { 'Auto-Submitted': 'auto-generated' },
    { Precedence: 'bulk' },
    { Precedence: 'list' },
    { 'List-Id': '<dealers.shop.example>' },
  ]
  for (const headers of others) assert.equal(automation(headers), 'other', JSON.stringify(headers))
  assert.equal(automation({}, 'Your order', ''), 'other')
})

test('spec 7.58: a person wrote it where nothing says otherwise; Outlook sends X-Auto-Response-Suppress with any mail', () => {
  const personal: Record<string, string>[] = [
    {},
    { 'X-Auto-Response-Suppress': 'All' },
    { 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply', 'In-Reply-To': '<a@b>' },
    { 'Auto-Submitted': 'no' },
    { 'X-Autoreply': 'no' },
    { Precedence: 'first-class' },
  ]
  for (const headers of personal) assert.equal(automation(headers), null, JSON.stringify(headers))
  for (const subject of ['Out of office supplies', 'Re: Out of Office', 'The automatic reply: does it work?', ''])
    assert.equal(automation({}, subject), null, subject)
})
