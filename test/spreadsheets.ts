// Builds spreadsheets (.xlsx) as programs write them, from parts given by a test.

import { crc32, deflateRawSync } from 'node:zlib'
import { zipOf } from '#kit/spreadsheet/zip.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

export type Parts = Record<string, string | Buffer>

/** `rows`: the XML within `sheetData`. */
export const partsOf = (rows: string, more: Parts = {}): Parts => ({
  'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  'xl/workbook.xml': `<workbook ${MAIN} ${OFFICE}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  ...more,
})

export const strings = (...texts: string[]): Parts => ({
  'xl/sharedStrings.xml': `<sst ${MAIN}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
})

export async function zipped(parts: Parts): Promise<Buffer> {
  async function* entries() {
    for (const [name, content] of Object.entries(parts)) yield { name, content: [Buffer.from(content)] }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(entries())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The extra field with which a zip64 file stores the sizes of a part and its offset. */
function zip64Extra(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}

/** A ZIP of one part that declares any size; `isZip64`: in the format for files without a size limit. */
export function oneDeflated(
  name: string,
  content: Buffer,
  claimed = content.length,
  { isZip64 = false }: { isZip64?: boolean } = {},
): Buffer {
  const packed = deflateRawSync(content, { level: 9 })
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(claimed, 18)
  common.writeUInt16LE(name.length, 22)
  if (isZip64) {
    common.fill(0xff, 14, 22)
    common.writeUInt16LE(20, 24)
  }
  const extra = isZip64 ? zip64Extra(claimed, packed.length) : Buffer.alloc(0)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), extra, packed])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
    extra,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  if (!isZip64) return Buffer.concat([local, central, end])
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(1n, 24)
  end64.writeBigUInt64LE(1n, 32)
  end64.writeBigUInt64LE(BigInt(central.length), 40)
  end64.writeBigUInt64LE(BigInt(local.length), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(local.length + central.length), 8)
  locator.writeUInt32LE(1, 16)
  end.fill(0xff, 8, 20)
  return Buffer.concat([local, central, end64, locator, end])
}
