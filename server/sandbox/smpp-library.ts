// Types for the parts of the untyped `smpp` library that are used. The sandbox's server and the tests speak SMPP by it,
// so that our adapter is checked against independent code.

import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface LibraryPdu {
  command: string
  command_status: number
  sequence_number: number
  system_id?: string
  password?: string
  source_addr?: string
  source_addr_ton?: number
  destination_addr?: string
  esm_class?: number
  data_coding?: number
  registered_delivery?: number
  message_id?: string
  short_message?: { message: string | Buffer; udh?: Buffer[] }
  message_payload?: { message: string | Buffer }
  /** Other TLVs, by tag. */
  [tag: number]: Buffer
  response(fields?: object): LibraryPdu
}

export interface LibrarySession extends EventEmitter {
  socket: Socket
  send(pdu: LibraryPdu): boolean
  deliver_sm(fields: object, answered?: (pdu: LibraryPdu) => void): boolean
  close(done?: () => void): void
  destroy(done?: () => void): void
  pause(): void
  resume(): void
}

interface Library {
  createServer(listener: (session: LibrarySession) => void): Server & { sessions: LibrarySession[] }
  PDU: { new (octets: Buffer): LibraryPdu; new (command: string, fields: object): LibraryPdu & { toBuffer(): Buffer } }
}

let library: Library | undefined

/** Loaded on first use, because it takes a while. */
export function smppLibrary(): Library {
  library ??= createRequire(import.meta.url)('smpp') as Library
  return library
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port
