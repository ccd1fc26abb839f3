// A known path under another method is a 405 that says which there are (spec 3.20), whatever the method is called.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/refusals.ts'

/** Those under which the router looks for every path, so that the most exact path decides. */
const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

interface Known {
  pattern: RegExp
  methods: Set<string>
}

export interface Methods {
  /** Once all routes are there. */
  refuseOthers(): void
  /** For a request that no route takes: 405 with Allow, or null where there is no such path. */
  refusalOf(request: FastifyRequest, reply: FastifyReply): Refusal | null
}

/** Watches which routes there come to be. */
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
    return new Refusal('method_not_allowed', `${method} is not possible here; this path takes ${allow}.`)
  }

  return {
    refuseOthers() {
      isComplete = true
      for (const [url, methods] of byPath) {
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          throw refuse(request, reply, methods)
        }
        const others = USUAL_METHODS.filter((method) => !methods.has(method))
        // Before the body is read.
        server.route({ method: others, url, exposeHeadRoute: false, onRequest: handler, handler })
      }
      // What has fewer parameters is more exact.
      known = [...byPath]
        .toSorted(([left], [right]) => left.split(':').length - right.split(':').length)
        .map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    },
    refusalOf(request, reply) {
      const path = request.url.split('?', 1)[0] as string
      const found = known.find(({ pattern }) => pattern.test(path))
      return found ? refuse(request, reply, found.methods) : null
    },
  }
}

function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}
