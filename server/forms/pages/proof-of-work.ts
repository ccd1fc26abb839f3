// Proof of work: a number whose hash with the visit's nonce starts with the required number of zero bits. A page finds
// one in about a second; verifying takes one hash. Bound to the nonce, so each serves one submission.

import { hash } from 'node:crypto'

const PROOF = /^[0-9]{1,12}$/

export function isProof(nonce: string, bits: number, proof: string | undefined): boolean {
  if (proof === undefined || !PROOF.test(proof)) return false
  return leadingZeroBits(hash('sha256', `${nonce}:${proof}`, 'buffer')) >= bits
}

function leadingZeroBits(bytes: Buffer): number {
  let bits = 0
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
