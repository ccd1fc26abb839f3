// DNS queries to the system's servers, or to the configured one.

import { Resolver } from 'node:dns/promises'
import { withinDeadline } from './deadlines.ts'

const TIMEOUT_MS = 3000
const TRIES = 2
/** For all attempts at all servers. */
const ANSWER_MS = 15_000

/** The name does not exist or has no such record: a result, not an error. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

export interface Dns {
  /** The TXT records of the name, each joined from its strings; can be empty. Rejects when no server responds. */
  texts(name: string): Promise<string[]>
  /** Records of any type, in the format of node:dns. */
  resolve(name: string, type: string): Promise<unknown>
}

export function createDns({ dnsServer }: { dnsServer: string | null }): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (dnsServer !== null) resolver.setServers([dnsServer])
  return {
    async texts(name) {
      try {
        return (await answered(resolver.resolveTxt(name))).map((strings) => strings.join(''))
      } catch (error) {
        if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return []
        throw error
      }
    },
    resolve: (name, type) => answered(resolver.resolve(name, type as 'TXT')),
  }
}

/** A single query cannot be cancelled; the resolver ends it after its own retries. */
const answered = <T>(asked: Promise<T>): Promise<T> =>
  withinDeadline({ of: 'call', name: 'dns', ms: ANSWER_MS, stopMs: 0 }, () => asked)
