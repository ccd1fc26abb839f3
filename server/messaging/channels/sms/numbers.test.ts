// Sender numbers as carriers write them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumber } from './numbers.ts'

test('spec 7.43: a sender is the same contact in whichever way the carrier writes the number', () => {
  for (const [written, number, isInternational] of [
    ['919812300000', '+919812300000', true],
    ['919812300000', '+919812300000'],
    ['+919812300000', '+919812300000'],
    ['9812300000', '+919812300000'],
    ['09812300000', '+919812300000'],
    ['09812300000', '+919812300000', true],
    ['+09812300000', '+919812300000'],
    ['00919812300000', '+919812300000'],
    ['00919812300000', '+919812300000', true],
    ['0044 7700 900123', '+447700900123'],
    ['098123-00000', '+919812300000'],
    ['447700900123', '+447700900123'],
    ['1234567', '+1234567', true],
  ] as const)
    assert.equal(readNumber(written, isInternational), number, `${written} ${isInternational ?? ''}`)
})

test('spec 7.43: short codes and headers stay as they are', () => {
  for (const one of ['56070', 'VM-ASHATX', '0', '00', 'ASHA.TX', '']) assert.equal(readNumber(one), one)
})
