// The log: JSON lines on standard output, one per occurrence. Field names are the same everywhere and documented in
// docs/log-and-metrics.md; ids look as in the API. Lines contain no content, address or token: of an error only its
// message, with anything that looks like an address or token removed.

import { type Logger, type LoggerOptions, pino } from 'pino'
import { isTemporary } from './database/errors.ts'
import type { Prefix } from './ids.ts'
import { type LogOutput, openLogOutput } from './log-output.ts'
import { createOutageLines } from './outage-lines.ts'
import type { Settings } from './settings.ts'
import { publicId } from './wire.ts'

export type ProcessRole = 'api' | 'worker' | 'parent' | 'command_line'

const CAUSES_MAX = 3

/** The fields that name a resource, and the prefixes of their ids. */
const resources: Readonly<Record<string, Prefix>> = {
  organization_id: 'org',
  user_id: 'user',
  delivery_id: 'dlv',
  recharge_id: 'rech',
  subscription_payment_id: 'spay',
  refund_id: 'rfnd',
  mandate_id: 'mand',
  message_id: 'msg',
  arrival_id: 'arr',
}

export const logOptions = ({ logLevel }: Pick<Settings, 'logLevel'>): LoggerOptions => ({
  level: logLevel,
  base: { pid: process.pid },
  formatters: { level: (level) => ({ level }) },
  hooks: { logMethod: createOutageLines() as never },
  serializers: {
    err: shownError,
    ...Object.fromEntries(
      Object.entries(resources).map(([field, prefix]) => [field, (id: unknown) => shownId(prefix, id)]),
    ),
  },
})

let standardOutput: LogOutput | undefined

/**
 * Written asynchronously in batches; the rest is written at exit. A command's standard output is its result, so it logs
 * to standard error, line by line.
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, role: ProcessRole): Logger {
  if (role === 'command_line')
    return pino(logOptions(settings), pino.destination({ dest: 2, sync: true })).child({ role })
  // The parent and the API may share a process, and then this buffer.
  standardOutput ??= openLogOutput(1)
  return pino(logOptions(settings), standardOutput).child({ role })
}

/** A line that is logged at every level because its reader waits for it: that the program is ready. */
export function announce(log: Logger, fields: object, message: string): void {
  const line = log.child({}, { level: 'info' })
  line.info(fields, message)
}

export interface RequestLine {
  request_id: string
  organization_id: string | null
  method: string
  route: string | null
  status: number
  ms: number
}

const ORGANIZATIONS_REMEMBERED = 1000

/**
 * The log line of a request at level info, in pino's format. Written directly, because there are many thousands a
 * second: 0.7 µs instead of 3.8.
 */
export function createRequestLines(log: Logger): (line: RequestLine) => void {
  const { [pino.symbols.streamSym]: stream, [pino.symbols.chindingsSym]: bindings } = log as unknown as {
    [pino.symbols.streamSym]: { write(text: string): void }
    [pino.symbols.chindingsSym]: string
  }
  const quoted = new Map<string, string>()
  const organizations = new Map<string, string>()
  const quote = (route: string): string => {
    let text = quoted.get(route)
    if (text === undefined) quoted.set(route, (text = JSON.stringify(route)))
    return text
  }
  const organization = (uuid: string): string => {
    let text = organizations.get(uuid)
    if (text !== undefined) return text
    if (organizations.size >= ORGANIZATIONS_REMEMBERED) organizations.clear()
    organizations.set(uuid, (text = `"${publicId('org', uuid)}"`))
    return text
  }
  return ({ request_id: id, organization_id: uuid, method, route, status, ms }) => {
    stream.write(
      `{"level":"info","time":${Date.now()}${bindings},"request_id":${/^[\w.-]+$/.test(id) ? `"${id}"` : JSON.stringify(id)}` +
        `,"organization_id":${uuid === null ? null : organization(uuid)},"method":"${method}"` +
        `,"route":${route === null ? null : quote(route)},"status":${status},"ms":${Math.round(ms * 100) / 100}` +
        ',"msg":"request"}\n',
    )
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function shownId(prefix: Prefix, id: unknown): unknown {
  return typeof id === 'string' && UUID.test(id) ? publicId(prefix, id) : id
}

/** An error's own further fields are left out: PostgreSQL's hold rows, mail servers' hold addresses. */
function shownError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersons(String(error)) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    message: withoutPersons(message),
    ...(code === undefined ? {} : { code }),
    ...(isTemporary(error) ? {} : { stack: withoutPersons(framesOf(stack ?? '')) }),
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: shownError(cause, depth + 1) }),
  }
}

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** Removes addresses, phone numbers and tokens that an error quotes. */
export function withoutPersons(text: string): string {
  return text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/\+\d[\d -]{6,}\d/g, '[number]')
    .replace(/\b(samvad|whsec)_\w+/g, '[secret]')
    .replace(/\bBearer [^\s,;]+/gi, 'Bearer [secret]')
}
