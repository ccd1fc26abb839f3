// A known path with another method is a 405 that lists the allowed ones (spec 3.20), for any method name.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refusal } from '#kit/refusals.ts'

/** Methods of all routes: any other method is refused, whatever its path. */
const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

interface Known {
  url: string
  /** The path before its first parameter. */
  start: string
  pattern: RegExp
  methods: Set<string>
}

export interface Methods {
  /** Called once all routes are registered. */
  refuseOthers(): void
  /** For a request without a route: 405 with Allow, or null for an unknown path. */
  refusalOf(request: FastifyRequest, reply: FastifyReply): Refusal | null
}

/** Records the routes that are added to the server. */
export function watchMethods(server: FastifyInstance): Methods {
  const byPath = new Map<string, Set<string>>()
  let isComplete = false
  server.addHook('onRoute', ({ url, method }) => {
    if (isComplete || url.includes('*')) return
    const methods = byPath.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    byPath.set(url, methods)
  })

  let known: Known[] = []
  const refuse = ({ method }: FastifyRequest, reply: FastifyReply, methods: Set<string>) => {
    const allow = [...methods].join(', ')
    reply.header('allow', allow)
    return refusal('method_not_allowed', 'method_not_allowed', { method, allowed: allow.split(', ') })
  }

  return {
    refuseOthers() {
      isComplete = true
      const found = pathsOf(byPath)
      known = found.known
      for (const { url, methods, taken } of found.covered) {
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          throw refuse(request, reply, methods)
        }
        // Before the body is read.
        server.route({ method: taken, url, exposeHeadRoute: false, onRequest: handler, handler })
      }
    },
    refusalOf(request, reply) {
      const path = decoded(request.url.split('?', 1)[0] as string)
      const found = known.find(({ pattern }) => pattern.test(path))
      return found ? refuse(request, reply, found.methods) : null
    },
  }
}

interface Paths {
  /** Paths with fewer parameters come first, because they are more exact. */
  known: Known[]
  /**
   * For a method that `/contacts/search` does not support, the router would find `/contacts/:id`. The most exact path
   * decides, so it gets a route for that method. The other paths need none: `refusalOf` handles them.
   */
  covered: { url: string; methods: Set<string>; taken: string[] }[]
}

/** The result for the last server: all servers of a process have the same paths. */
let last: { text: string; paths: Paths } | undefined

function pathsOf(byPath: ReadonlyMap<string, Set<string>>): Paths {
  const text = JSON.stringify([...byPath].map(([url, methods]) => [url, ...methods]))
  if (last?.text !== text) last = { text, paths: comparePaths(byPath) }
  return last.paths
}

function comparePaths(byPath: ReadonlyMap<string, Set<string>>): Paths {
  const known = [...byPath]
    .toSorted(([left], [right]) => left.split(':').length - right.split(':').length)
    .map(([url, methods]) => ({ url, start: url.split(':', 1)[0] as string, pattern: patternOf(url), methods }))
  // A parameter matches one segment: only paths with the same number of segments can cover each other.
  const withParameters = Map.groupBy(
    known.filter(({ url }) => url.includes(':')),
    ({ url }) => segmentsOf(url),
  )
  const covered = known.flatMap(({ url, methods }) => {
    const sameLength = withParameters.get(segmentsOf(url)) ?? []
    const covering = sameLength.filter((one) => one.url !== url && url.startsWith(one.start) && one.pattern.test(url))
    const taken = USUAL_METHODS.filter(
      (method) => !methods.has(method) && covering.some((one) => one.methods.has(method)),
    )
    return taken.length === 0 ? [] : [{ url, methods, taken }]
  })
  return { known, covered }
}

const segmentsOf = (url: string): number => url.split('/').length

/** Decoded as the router does. Undecodable paths are refused earlier. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Compiled once for all servers of a process, which have the same paths. */
const patterns = new Map<string, RegExp>()

function patternOf(url: string): RegExp {
  const known = patterns.get(url)
  if (known) return known
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  const pattern = new RegExp(`^${source}$`)
  patterns.set(url, pattern)
  return pattern
}
