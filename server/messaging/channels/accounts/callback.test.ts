// Callback URLs, at which providers call accounts.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import { channelNames } from '../channel.ts'
import { createCallbacks, isCallbackOf, newCallbackKey } from './callback.ts'

const key = randomBytes(32).toString('hex')
const callbacks = createCallbacks(createSealer(key), () => 'https://samvad.example')
const tokenIn = (url: string) => url.split('/').at(-1) as string
const account = { organizationId: newUuid(), channel: 'app' as const, key: newCallbackKey() }

test('spec 7.30: the address of an account names its channel and proves itself, for each channel', () => {
  for (const channel of channelNames) {
    const one = { ...account, channel }
    const { url } = callbacks.of(one)
    assert.ok(url.startsWith(`https://samvad.example/webhooks/channels/${channel}/`))
    assert.deepEqual(callbacks.read(tokenIn(url)), one)
  }
})

test('spec 7.30: an address that was changed in any character is none, nor one with something more', () => {
  const token = tokenIn(callbacks.of(account).url)
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    assert.equal(callbacks.read(token.slice(0, at) + other + token.slice(at + 1)), null, `at ${at}`)
  }
  for (const wrong of ['', 'x', `${token}A`, token.slice(1), `${token}=`, 'ह'.repeat(token.length)])
    assert.equal(callbacks.read(wrong), null)
})

test('spec 7.30: the word of an address is its own, and no other one will do', () => {
  const { verifyToken, url } = callbacks.of(account)
  assert.ok(callbacks.isVerifyToken(verifyToken, account))
  assert.ok(!url.includes(verifyToken))
  const other = { ...account, key: newCallbackKey() }
  for (const wrong of ['', 'x', `${verifyToken}x`, callbacks.of(other).verifyToken])
    assert.ok(!callbacks.isVerifyToken(wrong, account))
})

test('spec 7.30: an address is of the account that has its key, and dead without it', () => {
  const read = callbacks.read(tokenIn(callbacks.of(account).url))
  assert.ok(read)
  assert.ok(isCallbackOf(read, { callback_key: account.key }))
  for (const settings of [null, {}, { callback_key: newCallbackKey() }]) assert.ok(!isCallbackOf(read, settings))
})

test('spec 7.30: addresses given out before the installation changed its key hold on, and of another installation none', () => {
  const { url, verifyToken } = callbacks.of(account)
  const [next, foreign] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const rotated = createCallbacks(
    createSealer(() => [next, key]),
    () => '',
  )
  assert.deepEqual(rotated.read(tokenIn(url)), account)
  assert.ok(rotated.isVerifyToken(verifyToken, account))
  assert.notEqual(rotated.of(account).url, url)
  assert.equal(createCallbacks(createSealer(foreign), () => '').read(tokenIn(url)), null)
})
