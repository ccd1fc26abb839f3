// Keywords that stop and restart messages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keywordOf } from './keywords.ts'

test('spec 6.22: STOP and START are told however they are written, in English and Hindi, on SMS and the app', () => {
  for (const text of [
    'STOP',
    ' stop. ',
    'Stop All',
    '"Unsubscribe"',
    'CANCEL',
    'end',
    'quit!',
    'बंद',
    'रोकें',
    ' बंद करें।',
    'ｓｔｏｐ',
    'st\u200bop',
  ])
    assert.equal(keywordOf('sms', text), 'stop', text)
  for (const text of ['START', 'unstop', 'शुरू', 'Start\n']) assert.equal(keywordOf('app', text), 'start', text)
})

test('spec 6.22: a sentence with the word in it, another word, and mail say nothing of it', () => {
  for (const text of ['please stop by', 'yes', 'stop it', 'restart', '', '.', 'बंद है क्या', `stop${' '.repeat(100)}`])
    assert.equal(keywordOf('sms', text), null, text)
  assert.equal(keywordOf('sms', null), null)
  assert.equal(keywordOf('email', 'STOP'), null)
})
