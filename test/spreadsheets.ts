// Spreadsheets (.xlsx) as programs write them, from parts that a test gives.

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

/** A ZIP of one part, with a size that says whatever the test wants it to. */
export function oneDeflated(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content, { level: 9 })
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(claimed, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}
