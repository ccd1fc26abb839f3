// An SMPP server that accepts every message and reports its delivery a little later. It parses only as much SMPP as
// that needs, and answers everything that arrived together with one write, because it shares the cores with the
// program. Settings: `answerAfterMs`, to simulate a slow provider.

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { commands, encodePdu, messageBody, PduReader, RESPONSE } from '#messaging/channels/sms/smpp/pdu.ts'
import { serveBench } from './within.ts'

/** Real networks and phones take longer. */
const RECEIPT_AFTER_MS = 200
const GATHER_MS = 5
/** Unanswered receipts per connection. */
const RECEIPTS_AT_ONCE = 200

let answerAfterMs = 0
let lastId = 0

const server = createServer((socket) => {
  const reader = new PduReader()
  const due: { id: string; atMs: number }[] = []
  let [sequence, unanswered] = [0, 0]
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    const answers: Buffer[] = []
    for (const { command, sequence: theirs } of reader.push(chunk)) {
      if (command === commands.deliver_sm_resp) {
        unanswered--
        counts.report(1)
      } else if (command === commands.submit_sm) {
        const id = String(++lastId)
        counts.take()
        due.push({ id, atMs: performance.now() + answerAfterMs + RECEIPT_AFTER_MS })
        answers.push(encodePdu(commands.submit_sm_resp, 0, theirs, Buffer.from(`${id}\0`)))
      } else if (command < RESPONSE) answers.push(encodePdu(command + RESPONSE, 0, theirs, Buffer.from('bench\0')))
    }
    if (answers.length > 0) answer(socket, answers)
  })
  const reporting = setInterval(() => {
    const receipts: Buffer[] = []
    while (unanswered < RECEIPTS_AT_ONCE && due[0] !== undefined && due[0].atMs <= performance.now()) {
      const { id } = due.shift() as { id: string }
      unanswered++
      receipts.push(encodePdu(commands.deliver_sm, 0, ++sequence, receiptOf(id)))
    }
    if (receipts.length > 0) socket.write(Buffer.concat(receipts))
  }, GATHER_MS)
  socket.once('close', () => clearInterval(reporting))
})

function answer(socket: Socket, answers: Buffer[]): void {
  if (answerAfterMs === 0) socket.write(Buffer.concat(answers))
  else setTimeout(() => socket.write(Buffer.concat(answers)), answerAfterMs)
}

const anybody = { ton: 1, npi: 1, address: '15550100' }
const receiptOf = (id: string): Buffer =>
  messageBody({
    source: anybody,
    destination: anybody,
    esmClass: 0x04,
    registeredDelivery: 0,
    dataCoding: 0,
    message: Buffer.from(
      `id:${id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:DELIVRD err:000 text:`,
    ),
    tlvs: [],
  })

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const counts = serveBench((server.address() as AddressInfo).port, (settings) => {
  answerAfterMs = Number(settings.answerAfterMs ?? 0)
})
