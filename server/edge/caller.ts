// Who calls, when proxies stand in front: X-Forwarded-For is read from the right, as far as those who wrote it are trusted. What
// stands further left anybody may have written.

import type { TrustedProxies } from '#kit/trusted-proxies.ts'

/** For Fastify, which believes nobody when it is given a number. `hop` 0 is whoever connects to us. */
export function trustOf(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted
  return trusted && [...trusted]
}
