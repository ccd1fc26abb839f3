// Who calls, when proxies stand in front: X-Forwarded-For is read from the right, as far as those who wrote it are
// trusted. What stands further left anybody may have written.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { TrustedProxies } from '#kit/trusted-proxies.ts'

/** For Fastify, which believes nobody when it is given a number. `hop` 0 is whoever connects to us. */
export function trustOf(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted
  return trusted && [...trusted]
}

/**
 * The caller's address. Some proxies write the port behind it; what is no address at all is the proxy's, who wrote it.
 */
export function callerOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  if (isIP(ip) !== 0) return ip
  const plain = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(ip)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(ip)?.[1] ?? ''
  return isIP(plain) === 0 ? (socket.remoteAddress ?? '') : plain
}
