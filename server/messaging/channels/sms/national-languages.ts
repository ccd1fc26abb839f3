// SMS alphabets of Indian languages: 3GPP TS 23.038, annex A. A locking shift table replaces the GSM alphabet, a single
// shift table defines codes after an escape; an SMS header names the language of each.

import { basicOf, extensionOf } from '#kit/sms-size.ts'
import type { ShiftTables } from '#kit/sms-text.ts'

interface Language {
  locking: string
  single: string
}

/**
 * By the national language identifier: code points in the order of the places below, as ranges; `x3` leaves three
 * places without a character. TS 23.038 has the letter U+0CAA of Kannada twice, and U+0CA1 nowhere: by Unicode's order,
 * and by what phones send, the first of the two is U+0CA1.
 */
const languages: Readonly<Record<number, Language>> = {
  // Bengali.
  4: {
    locking: `981-983 985-98c x2 98f-990 x2 993-9a8 x 9aa-9b0 x 9b2 x3 9b6-9b9 9bc-9c4 x2 9c7-9c8 x2 9cb-9ce
      9d7 9dc-9dd 9f0-9f1`,
    single: '9e6-9ef 9df-9e3 9f2-9fa',
  },
  // Gujarati.
  5: {
    locking: `a81-a83 a85-a8d x a8f-a91 x a93-aa8 x aaa-ab0 x ab2-ab3 x ab5-ab9 abc-ac5 x ac7-ac9 x acb-acd
      ad0 ae0-ae3 af1`,
    single: '964-965 ae6-aef',
  },
  // Hindi.
  6: {
    locking: '901-903 905-939 93c-94d 950 972 97b-97c 97e-97f',
    single: '964-96f 951-954 958-963 970-971',
  },
  // Kannada.
  7: {
    locking: `x c82-c83 c85-c8c x c8e-c90 x c92-ca8 x caa-cb3 x cb5-cb9 cbc-cc4 x cc6-cc8 x cca-ccd
      cd5-cd6 ce0-ce3`,
    single: '964-965 ce6-cef cde cf1-cf2',
  },
  // Malayalam.
  8: {
    locking: 'x d02-d03 d05-d0c x d0e-d10 x d12-d28 x d2a-d39 x d3d-d44 x d46-d48 x d4a-d4d d57 d60-d63 d79',
    single: '964-965 d66-d75 d7a-d7f',
  },
  // Oriya.
  9: {
    locking: `b01-b03 b05-b0c x2 b0f-b10 x2 b13-b28 x b2a-b30 x b32-b33 x b35-b39 b3c-b44 x2 b47-b48 x2
      b4b-b4d b56-b57 b60-b63`,
    single: '964-965 b66-b6f b5c-b5d b5f b70-b71',
  },
  // Punjabi.
  10: {
    locking: `a01-a03 a05-a0a x4 a0f-a10 x2 a13-a28 x a2a-a30 x a32-a33 x a35-a36 x a38-a39 a3c x a3e-a42
      x4 a47-a48 x2 a4b-a4d a51 a70-a74`,
    single: '964-965 a66-a6f a59-a5c a5e a75',
  },
  // Tamil.
  11: {
    locking: `x b82-b83 b85-b8a x3 b8e-b90 x b92-b95 x3 b99-b9a x b9c x b9e-b9f x3 ba3-ba4 x3 ba8-baa x3
      bae-bb9 x2 bbe-bc2 x3 bc6-bc8 x bca-bcd bd0 bd7 bf0-bf2 bf9`,
    single: '964-965 be6-bef bf3-bf8 bfa',
  },
  // Telugu.
  12: {
    locking: 'c01-c03 c05-c0c x c0e-c10 x c12-c28 x c2a-c33 x c35-c39 x c3d-c44 x c46-c48 x c4a-c4d c55-c56 c60-c63',
    single: 'x2 c66-c6f c58-c59 c78-c7f',
  },
  // Urdu.
  13: {
    locking: `627 622 628 67b 680 67e 6a6 62a 6c2 67f 679 67d 67a 67c 62b-62c 681 684 683 685-687 62d-62f 68c 688-68a
      68f 68d 630-631 691 693 699 632 696 698 69a 633-639 641-642 6a9-6ab 6af 6b3 6b1 644-646 6ba-6bc 648 6c4 6d5 6c1
      6be 621 6cc 6d0 6d2 64d 650 64f 657 654-655 651 653 656 670`,
    single: '600-601 6f0-6f9 60c-614 61b 61f 640 652 658 66b-66c 672-673 6cd 6d4',
  },
}

const LOCKING_PLACES = numbersIn('0-9 b-c e-1a 1c-1f 22-27 2a-2b 2d 2f 3c-3e 40-60 7b-7f')
const SINGLE_PLACES = numbersIn('19-1a 1c-27 2a-2e 30-3b 3f')

type Piece = readonly [from: number, characters: string]

/** What all these languages' tables share. */
const LOCKING_COMMON: readonly Piece[] = [
  [0x0a, '\n'],
  [0x0d, '\r'],
  [0x20, ' !'],
  [0x28, ')('],
  [0x2c, ','],
  [0x2e, '.'],
  [0x30, '0123456789:;'],
  [0x3f, '?'],
  [0x61, 'abcdefghijklmnopqrstuvwxyz'],
]
const SINGLE_COMMON: readonly Piece[] = [
  [0x00, '@£$¥¿"¤%&\'\f*+\r-/<=>¡^¡_#*'],
  [0x28, '{}'],
  [0x2f, '\\'],
  [0x3c, '[~]'],
  [0x40, '|ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [0x65, '€'],
]

/** Null for a place without a character. */
function numbersIn(ranges: string): (number | null)[] {
  return ranges.split(/\s+/).flatMap((one) => {
    if (one.startsWith('x')) return Array.from({ length: Number(one.slice(1) || '1') }, () => null)
    const [first = 0, last = first] = one.split('-').map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

function tableOf(common: readonly Piece[], places: readonly (number | null)[], ranges: string): Map<number, string> {
  const table = new Map(
    common.flatMap(([from, characters]) => [...characters].map((one, index): [number, string] => [from + index, one])),
  )
  for (const [index, point] of numbersIn(ranges).entries())
    if (point !== null) table.set(places[index] as number, String.fromCodePoint(point))
  return table
}

const CODES = 128
const made = new Map<string, ShiftTables>()

/** The tables of the languages that a header names; 0 and unknown languages use the GSM alphabet. */
export function shiftTables(locking: number, single: number): ShiftTables {
  const name = `${locking} ${single}`
  const tables = made.get(name) ?? {
    basicOf: languages[locking] ? basicIn(languages[locking]) : basicOf,
    extensionOf: languages[single] ? tableOf(SINGLE_COMMON, SINGLE_PLACES, languages[single].single) : extensionOf,
  }
  made.set(name, tables)
  return tables
}

function basicIn({ locking }: Language): (string | undefined)[] {
  const table = tableOf(LOCKING_COMMON, LOCKING_PLACES, locking)
  return Array.from({ length: CODES }, (_, code) => table.get(code))
}
