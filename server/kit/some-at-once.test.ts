import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someAtOnce } from './some-at-once.ts'

test('a call that is not answered holds up nobody behind it, and never more than the limit are under way', async () => {
  const silent = Promise.withResolvers<void>()
  const [done, behind] = [[] as number[], Promise.withResolvers<void>()]
  let [underWay, most] = [0, 0]
  const all = someAtOnce([1, 2, 3, 4, 5, 6], 2, async (item) => {
    most = Math.max(most, ++underWay)
    if (item === 1) await silent.promise
    else await Promise.resolve()
    underWay--
    done.push(item)
    if (item === 6) behind.resolve()
  })
  await behind.promise
  assert.deepEqual(done, [2, 3, 4, 5, 6])
  silent.resolve()
  await all
  assert.deepEqual([done.at(-1), most, done.length], [1, 2, 6])
})
