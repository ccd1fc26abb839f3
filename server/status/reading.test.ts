// The status's parsers and formatters: metrics, process tables, sizes and durations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeasured, sumOf } from './measured.ts'
import { descendantsOf, readProcesses, readPs } from './process-table.ts'
import { isLow } from './storage.ts'
import { duration, size } from './units.ts'

test('a metric with words in its labels is read as it was written', () => {
  const measured = readMeasured('a_total{x="a\\"b\\\\c",y="}"} 1\na_total{x="d"} 2.5\nb 3e2\n# HELP c\n')
  assert.deepEqual(measured.get('a_total'), [
    { labels: { x: 'a"b\\c', y: '}' }, value: 1 },
    { labels: { x: 'd' }, value: 2.5 },
  ])
  assert.deepEqual(
    [sumOf(measured, 'a_total'), sumOf(measured, 'a_total', ['x', 'd']), sumOf(null, 'b')],
    [3.5, 2.5, 0],
  )
})

test('the processes of the machine are listed with their parents, age and memory', {
  skip: process.platform === 'win32' && 'Windows has no list that is read',
}, async () => {
  const table = (await readProcesses()) ?? []
  const self = table.find(({ pid }) => pid === process.pid)
  assert.equal(self?.parentPid, process.ppid)
  assert.ok((self?.memoryBytes ?? 0) > 10_000_000 && (self?.ageSeconds ?? -1) >= 0)
  assert.ok(descendantsOf(table, process.ppid).some(({ pid }) => pid === process.pid))
  assert.deepEqual(readPs('  12   1  2048 2-03:04:05 node main.ts worker\n 13 12 1 00:07 sh\nnonsense\n'), [
    {
      pid: 12,
      parentPid: 1,
      ageSeconds: 183_845,
      memoryBytes: 2_097_152,
      sharedBytes: 0,
      words: ['node', 'main.ts', 'worker'],
    },
    { pid: 13, parentPid: 12, ageSeconds: 7, memoryBytes: 1024, sharedBytes: 0, words: ['sh'] },
  ])
})

test('whether free space is low depends on the size of the disk', () => {
  const gigabytes = (available: number, size: number) =>
    isLow({ available: available * 1024 ** 3, size: size * 1024 ** 3 })
  assert.deepEqual(
    [
      gigabytes(0.9, 5),
      gigabytes(1.1, 5),
      gigabytes(4, 100),
      gigabytes(6, 100),
      gigabytes(9, 4000),
      gigabytes(11, 4000),
    ],
    [true, false, true, false, true, false],
  )
})

test('sizes and durations are written with their unit, in English and Hindi', () => {
  assert.deepEqual([size(5), size(1536), size(300 * 1024 ** 2)], ['5 bytes', '1.5 KB', '300 MB'])
  assert.deepEqual(
    [duration(0.4), duration(61), duration(3600), duration(90_061)],
    ['0 s', '1 min 1 s', '1 h', '1 d 1 h'],
  )
  assert.deepEqual([size(5, 'hi'), duration(90_061, 'hi'), duration(3, 'hi')], ['5 बाइट', '1 दिन 1 घंटे', '3 सेकंड'])
})
