// Worker thread that extracts Scalar's script from its package, which provides it only through a Fastify plugin, and
// returns it compressed.

import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import fastify from 'fastify'

const server = fastify()
await server.register(reference, { routePrefix: '/reference', configuration: { url: '/unused' } })
const { statusCode, rawPayload } = await server.inject('/reference/js/scalar.js')
if (statusCode !== 200) throw new Error(`the script of the API reference could not be read (${statusCode})`)
parentPort?.postMessage(gzipSync(rawPayload))
await server.close()
