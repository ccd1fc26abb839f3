// A DNS server on loopback for tests: real queries over UDP, answered from records that the test sets, with its own
// log. Unset names do not exist. Source: RFC 1035 §4.1.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES: Readonly<Record<string, number>> = { A: 1, MX: 15, TXT: 16, AAAA: 28 }
const NXDOMAIN = 3
const SERVFAIL = 2
const STRING_MAX = 255

export interface DnsServer {
  /** Value for SAMVAD_DNS_SERVER. */
  address: string
  /** Every query: name and type. */
  asked: string[]
  /** Sets the TXT records of a name; none deletes them. */
  text(name: string, ...texts: string[]): void
  /** The IPv4 addresses of a name. */
  a(name: string, ...addresses: string[]): void
  /** Answers one per query in order; the last repeats. */
  aInTurn(name: string, ...answers: string[][]): void
  /** True: answers every query with a failure. */
  fail(isFailing: boolean): void
  close(): Promise<void>
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const records = new Map<string, Buffer[]>()
  const turns = new Map<string, Buffer[][]>()
  let isFailing = false
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question)
    server.asked.push(`${name} ${typeName(type)}`)
    const key = `${name} ${typeName(type)}`
    const next = turns.get(key)?.shift()
    if (next) records.set(key, next)
    const answers = isFailing ? [] : (records.get(key) ?? [])
    const exists = [...records.keys()].some((key) => key.startsWith(`${name} `))
    socket.send(answerTo(question, end, type, answers, isFailing ? SERVFAIL : exists ? 0 : NXDOMAIN), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  const set = (name: string, type: string, data: Buffer[]) => {
    if (data.length === 0) records.delete(`${name.toLowerCase()} ${type}`)
    else records.set(`${name.toLowerCase()} ${type}`, data)
  }
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    asked: [],
    text: (name, ...texts) => set(name, 'TXT', texts.map(stringsOf)),
    a: (name, ...addresses) => set(name, 'A', addresses.map(dataOf)),
    aInTurn: (name, ...answers) =>
      void turns.set(
        `${name.toLowerCase()} A`,
        answers.map((addresses) => addresses.map(dataOf)),
      ),
    fail(next) {
      isFailing = next
    },
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  return server
}

const dataOf = (address: string) => Buffer.from(address.split('.').map(Number))
const typeName = (type: number): string => Object.entries(TYPES).find(([, one]) => one === type)?.[0] ?? String(type)

/** A text longer than 255 octets is several strings: RFC 1035 §3.3. */
function stringsOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const strings: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += STRING_MAX) {
    const part = bytes.subarray(at, at + STRING_MAX)
    strings.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(strings)
}

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] as number; length > 0; length = question[at] as number) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, end: number, type: number, answers: Buffer[], code: number): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  const rows = answers.map((data) => {
    const row = Buffer.alloc(12)
    row.writeUInt16BE(0xc00c, 0)
    row.writeUInt16BE(type, 2)
    row.writeUInt16BE(1, 4)
    row.writeUInt32BE(0, 6)
    row.writeUInt16BE(data.length, 10)
    return Buffer.concat([row, data])
  })
  return Buffer.concat([header, question.subarray(12, end), ...rows])
}
