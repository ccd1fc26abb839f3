// The servers of a process's test files listen on the same port in turn, so that a browser that the files share has
// already loaded and compiled the console.

import type { FastifyInstance } from 'fastify'

const HOST = '127.0.0.1'

let lastPort = 0

/** On the previous file's port, if it is free. Resolves with the address. */
export async function listen(server: FastifyInstance): Promise<string> {
  let url: string
  try {
    url = await server.listen({ port: lastPort, host: HOST })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    url = await server.listen({ port: 0, host: HOST })
  }
  lastPort ||= Number(new URL(url).port)
  return url
}
