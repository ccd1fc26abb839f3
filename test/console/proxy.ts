// A proxy between a browser and the server. It goes down and comes back, serves a different build, or serves broken
// responses. Going down cuts the connections of open tabs.

import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TestSamvad } from '../harness.ts'

export interface Proxy {
  url: string
  /** The entry script of the real build, and of the made-up one. */
  script: string
  nextScript: string
  /** From now on serves the made-up build; the files of the real one remain available. */
  isUpdated: boolean
  /** Called for each request; true when it has answered. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Requested paths. */
  asked: string[]
  goAway(): Promise<void>
  /** Restores the initial state, apart from the build. */
  comeBack(): Promise<void>
}

const PAGE = fileURLToPath(new URL('../../console/built/index.html', import.meta.url))

export async function startProxy(samvad: TestSamvad): Promise<Proxy> {
  const [script] = /\/console\/assets\/index-[\w-]+\.js/.exec(await readFile(PAGE, 'utf8')) as RegExpExecArray
  const nextScript = renamed(script)
  const upstream = new URL(samvad.url)
  const sockets = new Set<Socket>()
  const proxy: Proxy = {
    url: '',
    script,
    nextScript,
    isUpdated: false,
    answer: () => false,
    asked: [],
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async comeBack() {
      proxy.answer = () => false
      if (!server.listening) await listen(Number(new URL(proxy.url).port))
    },
  }
  const server = createServer((asked, response) => {
    const path = asked.url ?? '/'
    proxy.asked.push(path)
    if (proxy.answer(asked, response)) return
    const isText =
      proxy.isUpdated &&
      (/^\/console\/(?!api|session)[^.]*$/.test(path) || path === '/console/worker.js' || NEXT.test(path))
    const headers = { ...asked.headers, ...(isText && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const wanted = { host: upstream.hostname, port: upstream.port, method: asked.method, headers }
    const onward = request({ ...wanted, path: path.replace(NEXT, '.$1') }, (answer) => {
      if (!isText) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(response)
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers
        response.writeHead(answer.statusCode ?? 502, rest)
        response.end(renamed(Buffer.concat(chunks).toString()))
      })
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(async () => {
    if (server.listening) await proxy.goAway()
  })
  return proxy
}

/** Every file of the made-up build has a different name and the same content. */
const renamed = (text: string): string => text.replaceAll(/-([\w-]{8})\.(js|css)\b/g, '-$1next.$2')
const NEXT = /next\.(js|css)$/
