// The caller's address behind reverse proxies: X-Forwarded-For is read from the right, as long as the entries' writers
// are trusted. Anybody may have written the entries further left.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { TrustedProxies } from '#kit/trusted-proxies.ts'

/** The value for Fastify, which trusts no proxy when given a number. `hop` 0 is the connecting peer. */
export function trustOf(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted
  return trusted && [...trusted]
}

/**
 * The caller's address. Some proxies append the port; for anything that is not an address, the address of the proxy
 * that wrote it.
 */
export function callerOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  if (isIP(ip) !== 0) return ip
  const plain = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(ip)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(ip)?.[1] ?? ''
  return isIP(plain) === 0 ? (socket.remoteAddress ?? '') : plain
}
