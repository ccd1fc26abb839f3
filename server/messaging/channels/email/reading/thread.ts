// The thread that parses a large mail (apart.ts): one task, one result.

import { parentPort, workerData } from 'node:worker_threads'
import { createDns } from '#kit/dns.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import type { Done, Task } from './apart.ts'
import { authenticityOf } from './authenticity.ts'
import { parseMail } from './parse.ts'

const task = workerData as Task
const raw = Buffer.from(task.raw.buffer, task.raw.byteOffset, task.raw.byteLength)

async function work() {
  if (task.what === 'mail') return parseMail(raw)
  const dns = createDns(task)
  return authenticityOf({ raw, envelope: task.envelope }, (name, type) => dns.resolve(name, type), task.receiver)
}

/** Transferred instead of copied. */
function contentsOf(value: Awaited<ReturnType<typeof work>>): ArrayBuffer[] {
  const contents = 'attachments' in value ? value.attachments.map(({ content }) => content) : []
  return [...new Set(contents)].filter((content) => content instanceof ArrayBuffer)
}

try {
  const value = await work()
  parentPort?.postMessage({ value } satisfies Done, contentsOf(value))
} catch (error) {
  const { message } = error as Error
  parentPort?.postMessage(
    (error instanceof NotUnderstood ? { notUnderstood: message } : { failed: message }) satisfies Done,
  )
}
