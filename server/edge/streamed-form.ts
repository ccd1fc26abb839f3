// Streams a multipart body with fields and files: fields are collected, and each file is passed to its consumer as its
// bytes arrive. For public routes with `streamsMultipart`; the length was checked before.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import { feed } from './uploads.ts'

export interface StreamedLimits {
  fieldsMax: number
  fieldBytesMax: number
  filesMax: number
  fileBytesMax: number
}

export interface StreamedFile {
  field: string
  filename: string
  /** Ends early when the file exceeds the limit; `truncated` is then set. */
  content: Readable & { truncated?: boolean }
}

/** Returns the fields in order. `take` consumes or discards each file completely before the next one starts. */
export function readStreamedForm(
  raw: IncomingMessage,
  limits: StreamedLimits,
  take: (file: StreamedFile, fields: readonly (readonly [string, string])[]) => Promise<void>,
): Promise<(readonly [string, string])[]> {
  const reading = new Reading(take)
  return feed(raw, parserOf(raw, limits, reading), reading)
}

function parserOf({ headers }: IncomingMessage, limits: StreamedLimits, reading: Reading): InstanceType<typeof Busboy> {
  try {
    const parser = new Busboy({
      headers: { 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: limits.filesMax,
        fields: limits.fieldsMax,
        parts: limits.fieldsMax + limits.filesMax,
        fieldSize: limits.fieldBytesMax,
        fileSize: limits.fileBytesMax,
        headerPairs: 10,
        headerSize: 4096,
      },
    })
    parser.on('file', (field: string | undefined, content: Readable, filename: string | undefined) =>
      reading.begin({ field: field ?? '', content, filename: filename ?? '' }),
    )
    parser.on('field', (name: string | undefined, value: string, _nameCut: boolean, isCut: boolean) =>
      isCut ? reading.refuse(tooMuch()) : reading.fields.push([name ?? '', value ?? '']),
    )
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.on(event, () => reading.refuse(tooMuch()))
    parser.on('error', (error) => reading.refuse(damaged(error as Error)))
    parser.once('finish', () => reading.end())
    return parser
  } catch (error) {
    throw damaged(error as Error)
  }
}

/** More fields or files, or longer fields, than the limits allow. */
export class TooManyParts extends Refusal {
  constructor() {
    super('malformed_body', reasonOf('body_not_readable', { problem: 'it has too many parts' }))
  }
}

const tooMuch = (): Refusal => new TooManyParts()
const damaged = (error: Error): Refusal =>
  refusal('malformed_body', 'body_not_readable', { problem: error.message.slice(0, 200) })

class Reading {
  readonly fields: (readonly [string, string])[] = []
  readonly result: Promise<(readonly [string, string])[]>
  readonly #take: Parameters<typeof readStreamedForm>[2]
  readonly #settled = Promise.withResolvers<(readonly [string, string])[]>()
  #taking: Promise<void> = Promise.resolve()
  #content: Readable | undefined
  #isRefused = false

  constructor(take: Parameters<typeof readStreamedForm>[2]) {
    this.#take = take
    this.result = this.#settled.promise
    this.result.catch(() => {})
  }

  begin(file: StreamedFile): void {
    file.content.on('error', (error) => this.refuse(damaged(error)))
    if (this.#isRefused) return void file.content.resume()
    this.#content = file.content
    const before = [...this.fields]
    // The parser continues after a file's last byte, possibly before its consumer has finished.
    this.#taking = this.#taking.then(() => (this.#isRefused ? void file.content.resume() : this.#take(file, before)))
    this.#taking.catch((error) => this.refuse(error))
  }

  /** Settles once the file's consumer has released it. */
  refuse(reason: Error): void {
    if (this.#isRefused) return
    this.#isRefused = true
    this.#content?.destroy(reason)
    void Promise.allSettled([this.#taking]).then(() => this.#settled.reject(reason))
  }

  end(): void {
    void this.#finish()
  }

  /** Never throws: errors are reported already. */
  async #finish(): Promise<void> {
    await Promise.allSettled([this.#taking])
    if (!this.#isRefused) this.#settled.resolve(this.fields)
  }
}
