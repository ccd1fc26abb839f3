// Parses CSV in the server's format: commas, and quotes doubled.

export function rowsOfCsv(text: string, rowsMax: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  const begun = text.startsWith('\uFEFF') ? 1 : 0
  for (let at = begun; at < text.length && rows.length < rowsMax; at++) {
    const sign = text[at] as string
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === ',') endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (rows.length < rowsMax && (cell !== '' || row.length > 0)) endRow()
  return rows
}
