// The cached wallet state of an organization.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { refusal } from '#kit/refusals.ts'
import { type WalletSnapshot } from './plan.ts'
import { CachedWallet } from './wallet-cache.ts'

const MONTH = '2026-11-01'
const known = (balance: bigint): WalletSnapshot => ({
  month: MONTH,
  walletState: {
    balance,
    version: 1n,
    state: `state-${balance}`,
    warningBase: 0n,
    reserved: 0n,
    warnedLevel: null,
    rechargeBelow: null,
    nextPrice: null,
  },
  counters: new Map(),
})

test('a state is fresh for a second after its last flush, and while one is on its way; another month’s never is', (t) => {
  let now = 0
  mock.method(performance, 'now', () => now)
  t.after(() => mock.restoreAll())
  const state = new CachedWallet()
  assert.equal(state.isFresh(MONTH), false)
  state.learn(known(1n))
  now = 999
  assert.equal(state.isFresh(MONTH), true)
  assert.equal(state.isFresh('2026-12-01'), false)
  const end = state.begin(known(2n), new Set())
  now = 5000
  assert.equal(state.isFresh(MONTH), true)
  end()
  assert.equal(state.isFresh(MONTH), false)
})

test('what comes from the database is another epoch; what a flush leaves is not', () => {
  const state = new CachedWallet()
  const first = state.epoch
  state.learn(known(1n))
  const second = state.epoch
  assert.notEqual(second, first)
  state.begin(known(2n), new Set())()
  assert.equal(state.epoch, second)
  state.giveUp()
  assert.notEqual(state.epoch, second)
})

test('a key is taken while its flush is on its way, and until nobody reads who began before it ended', () => {
  const state = new CachedWallet()
  const end = state.begin(known(1n), new Set(['one']))
  assert.equal(state.isTaken('one'), true)
  const endFirst = state.beginReading()
  end()
  assert.equal(state.isTaken('one'), true, 'the first began to read before it ended')
  const endSecond = state.beginReading()
  endFirst()
  assert.equal(state.isTaken('one'), false, 'the second began afterwards, though somebody reads all the time')
  const endThird = state.begin(known(2n), new Set(['two']))
  endThird()
  assert.equal(state.isTaken('two'), true)
  endSecond()
  assert.equal(state.isTaken('two'), false)
  assert.equal(state.isIdle, true)
})

test('after a second surprise within a second the next twenty flushes lock; one surprise is none', (t) => {
  let now = 0
  mock.method(performance, 'now', () => now)
  t.after(() => mock.restoreAll())
  const state = new CachedWallet()
  state.surprise()
  assert.equal(state.mustLock(), false)
  now = 1500
  state.surprise()
  assert.equal(state.mustLock(), false)
  now = 2000
  state.surprise()
  const locked = Array.from({ length: 22 }, () => state.mustLock())
  assert.deepEqual(locked, [...Array(20).fill(true), false, false])
})

test('who waits for those behind the lock goes on when the last of them is done, and hears if they waited in vain', async () => {
  const state = new CachedWallet()
  state.beginLocked()
  state.beginLocked()
  const waiting = state.unlocked()
  let isOver = false
  void waiting.then(() => (isOver = true))
  state.endLocked()
  await Promise.resolve()
  assert.equal(isOver, false)
  state.endLocked()
  assert.equal(await waiting, null)

  const held = refusal('temporarily_unavailable', 'database_busy')
  state.beginLocked()
  const inVain = state.unlocked()
  state.held = held
  state.endLocked()
  assert.equal(await inVain, held)
  assert.equal(state.mustLock(), true, 'until they let go it is asked for by itself')
})
